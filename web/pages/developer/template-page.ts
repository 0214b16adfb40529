import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { failure } from '../../parts/failure.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** What a template depends on; changes render it again. */
interface Listeners {
  readonly all: boolean;
  readonly domains: readonly string[];
  readonly entities: readonly string[];
  readonly time: boolean;
}

type TemplateEvent =
  | { readonly result: unknown; readonly listeners: Listeners }
  | { readonly error: string; readonly level: 'ERROR' | 'WARNING' };

const KEY = 'hearth.template';
const PAUSE = 300;
const EXAMPLE = `{% set on = states.light | selectattr('state', 'eq', 'on') | list %}
{{ on | count }}: {{ on | map(attribute='name') | join(', ') }}
{{ now().strftime('%H:%M') }}`;

/** A template editor with live rendering and dependencies. */
export class TemplatePage extends LightElement {
  static override properties = {
    home: { attribute: false },
    text: { state: true },
    result: { state: true },
    listeners: { state: true },
    problems: { state: true },
  };

  declare home: HomeStore;
  declare text: string;
  declare result: unknown;
  declare listeners: Listeners | undefined;
  declare problems: readonly string[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private end: () => void = () => {};

  constructor() {
    super();
    this.text = sessionStorage.getItem(KEY) ?? EXAMPLE;
    this.problems = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.later(0);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.end();
  }

  protected override render() {
    const { problems, result } = this;
    return html`<h1>${say('template_tool.title')}</h1>
      <div class="two">
        <section class="card">
          <div class="field">
            <label for="template">${say('template_tool.text')}</label>
            <textarea
              id="template"
              class="code"
              rows="14"
              spellcheck="false"
              autocapitalize="none"
              .value=${this.text}
              @input=${this.type}
            ></textarea>
            <p class="hint">${say('template.hint')}</p>
          </div>
          <div class="actions">
            <button
              type="button"
              @click=${() => {
                this.text = EXAMPLE;
                this.later(0);
              }}
            >
              ${say('template.example')}
            </button>
          </div>
        </section>
        <section class="card" aria-labelledby="result-title">
          <h2 id="result-title">${say('template.result')}</h2>
          <div role="alert">${problems.map((text) => html`<p class="error">${text}</p>`)}</div>
          <pre class="code result" tabindex="0" aria-live="polite">${typeof result === 'string' ? result : JSON.stringify(result, null, 2)}</pre>
          ${result === undefined ? nothing : html`<p class="hint">${say('template.type', { type: typeName(result) })}</p>`}
          ${this.listeners === undefined ? nothing : listenersView(this.listeners)}
        </section>
      </div>`;
  }

  private type(event: InputEvent): void {
    this.text = (event.target as HTMLTextAreaElement).value;
    sessionStorage.setItem(KEY, this.text);
    this.later(PAUSE);
  }

  private later(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.follow(), pause);
  }

  private async follow(): Promise<void> {
    this.end();
    this.problems = [];
    let isOver = false;
    let unsubscribe: () => void = () => {};
    this.end = () => {
      isOver = true;
      unsubscribe();
    };
    try {
      const ending = await this.home.connection.subscribeMessage<TemplateEvent>(
        (event) => {
          if (!isOver) this.take(event);
        },
        { type: 'render_template', template: this.text, report_errors: true, timeout: 3 },
      );
      unsubscribe = () => void ending().catch(() => {});
      if (isOver) unsubscribe();
    } catch (error) {
      if (!isOver) this.problems = [failure(error)];
    }
  }

  private take(event: TemplateEvent): void {
    if ('error' in event) {
      if (!this.problems.includes(event.error)) this.problems = [...this.problems, event.error];
      if (event.level === 'ERROR') this.result = undefined;
      return;
    }
    this.result = event.result;
    this.listeners = event.listeners;
  }
}

function listenersView({ all, domains, entities, time }: Listeners): TemplateResult {
  const lines = [
    ...(all ? [say('template.listens_all')] : []),
    ...(time ? [say('template.listens_time')] : []),
    ...domains.map((domain) => say('template.listens_domain', { domain })),
    ...entities,
  ];
  return html`<h3>${say('template.listens')}</h3>
    ${
      lines.length === 0
        ? html`<p class="hint">${say('template.listens_nothing')}</p>`
        : html`<ul class="plain" data-listeners>${lines.map((line) => html`<li><code>${line}</code></li>`)}</ul>`
    }`;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}
