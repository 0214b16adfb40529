import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { html, type TemplateResult } from 'lit';
import { alert, failure } from './failure.ts';

/** Runs actions of a page on the server and shows their results on the page. */
export class AsyncActions implements ReactiveController {
  errorText: string | undefined;
  notice = '';
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
  showNotice(notice: string): void {
    this.errorText = undefined;
    this.notice = notice;
    this.host.requestUpdate();
  }

  /** Shows an error message. */
  showError(errorText: string): void {
    this.errorText = errorText;
    this.notice = '';
    this.host.requestUpdate();
  }

  /**
   * Runs an action and shows its result; resolves to whether it succeeded. Errors are shown with the server's
   * message.
   */
  async run(task: () => Promise<unknown>, notice: string | (() => string) = ''): Promise<boolean> {
    this.running += 1;
    this.showNotice('');
    try {
      await task();
      this.notice = typeof notice === 'string' ? notice : notice();
      return true;
    } catch (error) {
      this.errorText = failure(error);
      return false;
    } finally {
      this.running -= 1;
      this.host.requestUpdate();
    }
  }

  /** The messages, to be rendered on the page. */
  view(): TemplateResult {
    return html`${alert(this.errorText)}
      <p class="notice" role="status" ?hidden=${this.notice === ''}>${this.notice}</p>`;
  }
}
