import { mdiRefresh } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { ListSearch } from '../../parts/list-search.ts';
import { timeText } from '../../parts/time-text.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { request } from '../../server/rest.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** A log entry: its first line, and the lines below it. */
interface LogEntry {
  /** In UTC. */
  readonly time: string;
  readonly level: string;
  readonly name: string;
  readonly message: string;
  readonly more: string;
}

const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\S* (\w+) (\S+): (.*)$/;

/** The server's warnings and errors, newest first. */
export class LogPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    entries: { state: true },
    level: { state: true },
  };

  declare home: HomeStore;
  declare entries: readonly LogEntry[] | undefined;
  declare level: string;
  private readonly actions = new AsyncActions(this);
  private readonly found = new ListSearch(this);

  constructor() {
    super();
    this.entries = undefined;
    this.level = '';
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { entries = [], level } = this;
    const wanted = entries.filter((one) => level === '' || one.level === level);
    const found = this.found.of(wanted, ({ name, message, more }) => `${name} ${message} ${more}`);
    return html`<h1>${say('log.title')}</h1>
      <section class="card">
        <div class="tools log-tools">
          ${this.found.field(say('log.search'))}
          <select aria-label=${say('log.level')} @change=${this.choose}>
            <option value="">${say('log.all')}</option>
            <option value="ERROR">${say('log.errors')}</option>
            <option value="WARN">${say('log.warnings')}</option>
          </select>
          ${toolButton(mdiRefresh, say('log.refresh'), () => this.load())}
        </div>
        ${this.actions.view()}
        ${
          this.entries?.length === 0
            ? html`<p>${say('log.empty')}</p>`
            : html`<ol class="rows log">${this.found.shown(found).map(row)}</ol>
                ${this.entries === undefined ? html`<p class="hint">${say('list.loading')}</p>` : this.found.rest(found.length)}`
        }
      </section>`;
  }

  private choose(event: Event): void {
    this.level = (event.target as HTMLSelectElement).value;
  }

  private async load(): Promise<void> {
    await this.actions.run(async () => {
      const text = await request(this.home.connection, 'GET', '/api/error_log');
      this.entries = entriesOf(String(text)).reverse();
    });
  }
}

function row({ time, level, name, message, more }: LogEntry): TemplateResult {
  return html`<li class="row">
    <div class="row-main">
      <p>
        <span class="badge ${level === 'ERROR' ? 'bad' : 'warm'}">${level}</span> <b>${name}</b>
        <span class="hint">${timeText(`${time.replace(' ', 'T')}Z`, { dateStyle: 'medium', timeStyle: 'medium' })}</span>
      </p>
      <p>${message}</p>
      ${
        more === ''
          ? ''
          : html`<details>
              <summary class="hint">${say('log.more')}</summary>
              <pre class="code" tabindex="0">${more}</pre>
            </details>`
      }
    </div>
  </li>`;
}

/** Lines without a timestamp belong to the entry above them. */
function entriesOf(text: string): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const line of text.split('\n')) {
    const [, time, level = '', name = '', message = ''] = LINE.exec(line) ?? [];
    const last = entries.at(-1);
    if (time !== undefined) entries.push({ time, level, name, message, more: '' });
    else if (last !== undefined && line.trim() !== '')
      entries[entries.length - 1] = { ...last, more: `${last.more}${line}\n` };
  }
  return entries;
}
