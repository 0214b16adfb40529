import { html, type PropertyValues } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { failure } from '../../parts/failure.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { type Config, textIn } from '../config.ts';
import { markdownView } from '../markdown.ts';

const TEMPLATE = /\{\{|\{%|\{#/;

/** A text in Markdown, rendered as a template first if it is one. */
export class MarkdownCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    config: { attribute: false },
    text: { state: true },
    errorText: { state: true },
  };

  declare home: HomeStore;
  declare config: Config;
  declare text: string;
  declare errorText: string | undefined;
  private followed: string | undefined;
  private ending: Promise<() => Promise<void>> | undefined;

  constructor() {
    super();
    this.text = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('config')) this.follow();
  }

  protected override render() {
    return this.errorText === undefined
      ? html`<div class="markdown">${markdownView(this.text)}</div>`
      : html`<p class="hint" role="status">${this.errorText}</p>`;
  }

  private follow(): void {
    const content = textIn(this.config.content) ?? '';
    if (content === this.followed) return;
    this.end();
    this.followed = content;
    this.errorText = undefined;
    if (!TEMPLATE.test(content)) {
      this.text = content;
      return;
    }
    this.ending = this.home.connection.subscribeMessage<{
      readonly result?: unknown;
      readonly error?: string;
    }>(
      ({ result, error }) => {
        if (this.followed !== content) return;
        if (error === undefined) this.text = String(result ?? '');
        else this.errorText = error;
      },
      {
        ...{ type: 'render_template', template: content, report_errors: true },
        variables: { config: this.config, user: this.home.user.name },
      },
    );
    this.ending.catch((error: unknown) => {
      if (this.followed === content) this.errorText = failure(error);
    });
  }

  private end(): void {
    void this.ending?.then((end) => end()).catch(() => {});
    this.ending = undefined;
    this.followed = undefined;
  }
}
