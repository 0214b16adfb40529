import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { html, type TemplateResult } from 'lit';
import { alert, failure } from './door.ts';

/** What a page does on the server: how it went is said on the page. */
export class Deeds implements ReactiveController {
  complaint: string | undefined;
  news = '';
  private running = 0;
  private readonly host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether anything is being done. */
  get isBusy(): boolean {
    return this.running > 0;
  }

  /** Says that something is done, or with an empty text that nothing is to be said any more. */
  tell(news: string): void {
    this.complaint = undefined;
    this.news = news;
    this.host.requestUpdate();
  }

  /** Says why something was not done. */
  complain(complaint: string): void {
    this.complaint = complaint;
    this.news = '';
    this.host.requestUpdate();
  }

  /** Does it and says so; the answer is whether it was done. What failed is said in the server's words. */
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

  /** Where complaints and news stand on the page. */
  view(): TemplateResult {
    return html`${alert(this.complaint)}
      <p class="notice" role="status" ?hidden=${this.news === ''}>${this.news}</p>`;
  }
}
