import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { language } from '../../app/preferences.ts';
import { Deeds } from '../../parts/deeds.ts';
import { type AuditEntry, listUsers } from '../../server/people.ts';
import type { House } from '../../state/house.ts';
import { plain, wordOr } from '../../words/domain-name.ts';
import { say } from '../../words/say.ts';

const PAGE = 100;
const FAILURES = /failed|refused|throttled|denied/;

/** Who came in, who failed to, and who changed rights. */
export class AuditPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    entries: { state: true },
    userId: { state: true },
    isWhole: { state: true },
  };

  declare house: House;
  declare entries: readonly AuditEntry[];
  declare userId: string;
  /** Whether there are no older ones. */
  declare isWhole: boolean;
  private names: ReadonlyMap<string, string> = new Map();
  private readonly deeds = new Deeds(this);

  constructor() {
    super();
    this.entries = [];
    this.userId = '';
    this.isWhole = false;
  }

  protected override firstUpdated(): void {
    void this.load(true);
  }

  protected override render() {
    return html`<h1>${say('audit.title')}</h1>
      <p class="intro">${say('audit.intro_long')}</p>
      <section class="card">
        <div class="tools">
          <select
            aria-label=${say('audit.who')}
            @change=${(event: Event) => {
              this.userId = (event.target as HTMLSelectElement).value;
              void this.load(true);
            }}
          >
            <option value="">${say('audit.everybody')}</option>
            ${[...this.names].map(([id, name]) => html`<option value=${id}>${name}</option>`)}
          </select>
          <button type="button" @click=${() => this.load(true)}>${say('log.refresh')}</button>
        </div>
        ${this.deeds.view()}
        <ol class="rows">${this.entries.map((entry) => this.row(entry))}</ol>
        ${
          this.isWhole
            ? nothing
            : html`<button type="button" @click=${() => this.load(false)}>${say('audit.older')}</button>`
        }
      </section>`;
  }

  private row({ time, action, user_id, peer, detail }: AuditEntry): TemplateResult {
    const word = `audit.${action}`;
    const who = user_id === null ? undefined : (this.names.get(user_id) ?? user_id);
    const facts = Object.entries(detail)
      .filter(([key, value]) => value !== null && key !== 'user' && key !== 'token')
      .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
    return html`<li class="row">
      <div class="row-main">
        <p class="row-name">
          ${wordOr(word, plain(action))}
          ${FAILURES.test(action) ? html`<span class="badge bad">!</span>` : nothing}
        </p>
        <p class="hint">${[who, peer, ...facts].filter(Boolean).join(' · ')}</p>
      </div>
      <span class="row-value">${timeText(time)}</span>
    </li>`;
  }

  private async load(isFresh: boolean): Promise<void> {
    const { connection } = this.house;
    await this.deeds.run(async () => {
      if (this.names.size === 0)
        this.names = new Map((await listUsers(connection)).map(({ id, name }) => [id, name]));
      const before = isFresh ? undefined : this.entries.at(-1)?.id;
      const { entries } = await connection.sendMessagePromise<{ entries: AuditEntry[] }>({
        type: 'hearth/audit/list',
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
        ...(this.userId === '' ? {} : { user_id: this.userId }),
      });
      this.entries = isFresh ? entries : [...this.entries, ...entries];
      this.isWhole = entries.length < PAGE;
    });
  }
}

function timeText(time: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(time),
  );
}
