import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { html, type TemplateResult } from 'lit';
import { alert, failure } from './door.ts';

/** Runs actions of a page on the server and shows their results on the page. */
export class AsyncActions implements ReactiveController {
  complaint: string | undefined;
  news = '';
  private running = 0;
  private readonly host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether an action is running. */
  get isBusy(): boolean {
    return this.running > 0;
  }

  /** Shows a success message; an empty text clears it. */
  tell(news: string): void {
    this.complaint = undefined;
    this.news = news;
    this.host.requestUpdate();
  }

  /** Shows an error message. */
  complain(complaint: string): void {
    this.complaint = complaint;
    this.news = '';
    this.host.requestUpdate();
  }

  /**
   * Runs an action and shows its result; resolves to whether it succeeded. Errors are shown with the server's
   * message.
   */
  async run(task: () => Promise<unknown>, news: string | (() => string) = ''): Promise<boolean> {
    this.running += 1;
    this.tell('');
    try {
      await task();
      this.news = typeof news === 'string' ? news : news();
      return true;
    } catch (error) {
      this.complaint = failure(error);
      return false;
    } finally {
      this.running -= 1;
      this.host.requestUpdate();
    }
  }

  /** The messages, to be rendered on the page. */
  view(): TemplateResult {
    return html`${alert(this.complaint)}
      <p class="notice" role="status" ?hidden=${this.news === ''}>${this.news}</p>`;
  }
}
