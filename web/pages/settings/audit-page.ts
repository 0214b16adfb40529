import { mdiRefresh } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { momentText } from '../../parts/moment-text.ts';
import { timeText } from '../../parts/time-text.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { type AuditEntry, listUsers } from '../../server/people.ts';
import type { Translation } from '../../server/server-error.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { failureText } from '../../texts/server-error.ts';
import { auditFact } from './audit-facts.ts';

const PAGE = 100;
const FAILURES = /failed|refused|throttled|denied/;

/** The audit log: logins, failed logins and permission changes. */
export class AuditPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    entries: { state: true },
    userId: { state: true },
    isWhole: { state: true },
  };

  declare home: HomeStore;
  declare entries: readonly AuditEntry[];
  declare userId: string;
  /** Whether there are no older entries. */
  declare isWhole: boolean;
  private names: ReadonlyMap<string, string> = new Map();
  private readonly actions = new AsyncActions(this);

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
          ${toolButton(mdiRefresh, say('log.refresh'), () => this.load(true))}
        </div>
        ${this.actions.view()}
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
    const whom = typeof detail.user === 'string' ? this.names.get(detail.user) : undefined;
    const facts = Object.entries(detail)
      .filter(([, value]) => value !== null && value !== whom)
      .map(([key, value]) => (key === 'reason' ? reasonText(detail) : factText(key, value)));
    return html`<li class="row wraps">
      <div class="row-main">
        <p class="row-name">
          ${wordOr(word, plain(action))}${whom === undefined ? nothing : `: ${whom}`}
          ${FAILURES.test(action) ? html`<span class="badge bad">!</span>` : nothing}
        </p>
        <p class="hint">${[who, peer === 'command line' ? say('audit.command_line') : peer, ...facts].filter(Boolean).join(' · ')}</p>
      </div>
      <span class="row-value">${timeText(time, { dateStyle: 'medium', timeStyle: 'medium' })}</span>
    </li>`;
  }

  private async load(isFresh: boolean): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
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

function factText(key: string, value: unknown): string | undefined {
  const fact = auditFact(key, key === 'date' ? momentText(String(value)) : value);
  return typeof fact === 'object' ? say(fact.key, fact.values) : fact;
}

function reasonText({ reason, reason_translation: translation }: AuditEntry['detail']): string {
  return failureText(String(reason), translation as Translation | undefined);
}
