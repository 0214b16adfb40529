import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { html, type TemplateResult } from 'lit';
import { alert, failure } from './door.ts';

/** What a page does on the server: how it went is said on the page. */
export class Deeds implements ReactiveController {
  complaint: string | undefined;
  news = '';
  isBusy = false;
  private readonly host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Does it and says so; the answer is whether it was done. What failed is said in the server's words. */
  async run(task: () => Promise<unknown>, news: string | (() => string) = ''): Promise<boolean> {
    this.complaint = undefined;
    this.news = '';
    this.isBusy = true;
    this.host.requestUpdate();
    try {
      await task();
      this.news = typeof news === 'string' ? news : news();
      return true;
    } catch (error) {
      this.complaint = failure(error);
      return false;
    } finally {
      this.isBusy = false;
      this.host.requestUpdate();
    }
  }

  /** Where complaints and news stand on the page. */
  view(): TemplateResult {
    return html`${alert(this.complaint)}
      <p class="notice" role="status" ?hidden=${this.news === ''}>${this.news}</p>`;
  }
}
