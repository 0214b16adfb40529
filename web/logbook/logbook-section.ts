import '../styles/controls.css';
import '../styles/logbook.css';
import '../texts/history.ts';
import { html, nothing, type PropertyValues } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { CauseChain } from '../controls/cause-chain.ts';
import { repeat } from '../parts/repeat.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { keyOf } from './logbook-entry.ts';
import { LogbookRow } from './logbook-row.ts';
import { LogbookSession } from './logbook-session.ts';
import { isRepeated } from './sentence.ts';
import { userNames } from './user-names.ts';

define({ 'hearth-cause': CauseChain, 'hearth-logbook-row': LogbookRow });

const DAY = 86_400_000;
const DEFAULT_COUNT = 3;
/** How far back the dialog shows entries; the logbook page has older ones. */
const SILENCE = 30 * DAY;

/** The last entries of some entities, with a link to all of them. */
export class LogbookSection extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityIds: { attribute: false },
    link: { attribute: false },
    count: { attribute: false },
    isOfPage: { attribute: false },
    names: { state: true },
  };

  declare home: HomeStore;
  declare entityIds: readonly string[];
  /** The address of the page with all entries; undefined if there is none. */
  declare link: string | undefined;
  declare count: number;
  /** Whether it is a part of a page, not of a dialog: its heading is of the second level. */
  declare isOfPage: boolean;
  declare names: ReadonlyMap<string, string>;
  private session: LogbookSession | undefined;
  private followed = '';

  constructor() {
    super();
    this.link = undefined;
    this.count = DEFAULT_COUNT;
    this.isOfPage = false;
    this.names = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.session === undefined && this.hasUpdated) this.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.stop();
    this.session = undefined;
    this.followed = '';
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('entityIds') || changed.has('home')) this.open();
  }

  protected override render() {
    const { session, count, home } = this;
    const entries = session?.window.entries.slice(0, count) ?? [];
    const narrator = { home, userName: (id: string) => this.names.get(id) };
    const isEmpty = entries.length === 0;
    return html`<section class="log-section" aria-label=${say('app.logbook')}>
      <div class="log-head">
        ${this.isOfPage ? html`<h2>${say('app.logbook')}</h2>` : html`<h3>${say('app.logbook')}</h3>`}
        ${this.link === undefined ? nothing : html`<a href=${this.link}>${say('logbook.all')}</a>`}
      </div>
      ${
        isEmpty
          ? html`<p class="hint" role="status">
              ${session?.isBusy === false ? (session.errorText ?? say('logbook.none_lately')) : say('logbook.loading')}
            </p>`
          : nothing
      }
      <ol class="log-list" ?hidden=${isEmpty}>
        ${repeat(entries, keyOf, (entry) => html`<li><hearth-logbook-row .entry=${entry} .narrator=${narrator} .isDated=${true}></hearth-logbook-row></li>`)}
      </ol>
    </section>`;
  }

  private open(): void {
    const { home, entityIds, count } = this;
    // The list of an area is a new one for each change in it.
    const key = entityIds.join();
    if (key === this.followed && this.session !== undefined) return;
    this.followed = key;
    this.session?.stop();
    const session = new LogbookSession(
      {
        ...{ home, entityIds, extent: { wanted: count, silence: SILENCE } },
        isWanted: (entry) => !isRepeated(entry),
      },
      () => this.requestUpdate(),
    );
    this.session = session;
    void session.start();
    void userNames(home).then((names) => {
      this.names = names;
    });
  }
}
