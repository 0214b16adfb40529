import '../../styles/controls.css';
import '../../styles/inner.css';
import '../../styles/logbook.css';
import '../../texts/history.ts';
import '../../texts/inner.ts';
import { html, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { onNavigate } from '../../app/router.ts';
import { CauseChain } from '../../controls/cause-chain.ts';
import { isInLogbook } from '../../logbook/is-in-logbook.ts';
import { LogbookList } from '../../logbook/logbook-list.ts';
import { LogbookRow } from '../../logbook/logbook-row.ts';
import type { LogbookQuestion } from '../../logbook/logbook-session.ts';
import type { Narrator } from '../../logbook/sentence.ts';
import { userNames } from '../../logbook/user-names.ts';
import { choicesOf, sorted } from '../../parts/form/choices.ts';
import { Chooser } from '../../parts/form/chooser.ts';
import { Combobox } from '../../parts/form/combobox.ts';
import { option } from '../../parts/form/option.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { wallTime } from '../../state/home-zone.ts';
import { Watch } from '../../state/watch.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import {
  endOf,
  entitiesOf,
  filterOf,
  isWantedBy,
  type LogbookFilter,
  NO_FILTER,
  queryOf,
} from './logbook-filter.ts';

define({
  'hearth-cause': CauseChain,
  'hearth-chooser': Chooser,
  'hearth-combobox': Combobox,
  'hearth-logbook-list': LogbookList,
  'hearth-logbook-row': LogbookRow,
});

/** How long the user pauses before a search begins, in milliseconds. */
const TYPING = 400;

/** What happened in the home, in sentences; the address holds the filter. */
export class LogbookPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    filter: { state: true },
    names: { state: true },
    question: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare filter: LogbookFilter;
  /** The names of users by ID; undefined until they are loaded. */
  declare names: ReadonlyMap<string, string> | undefined;
  declare question: LogbookQuestion | undefined;
  private narrator: Narrator | undefined;
  private typing: ReturnType<typeof setTimeout> | undefined;
  private end: () => void = () => {};

  constructor() {
    super();
    this.filter = filterOf(location.search);
    this.names = undefined;
    this.question = undefined;
    new Watch(this, () => ['#members', '#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.end = onNavigate(() => {
      if (location.pathname === PATHS.logbook) this.ask(filterOf(location.search));
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.typing);
    this.end();
  }

  protected override willUpdate(): void {
    const { home } = this;
    if (!home.isKnown || this.narrator !== undefined) return;
    this.narrator = { home, userName: (id) => this.names?.get(id) };
    void userNames(home).then((names) => {
      this.names = names;
      this.ask(this.filter);
    });
  }

  protected override render() {
    const { question, narrator } = this;
    return html`<div class="page log-page">
      <h1>${say('app.logbook')}</h1>
      ${this.home.isKnown ? this.tools() : ''}
      ${
        question === undefined || narrator === undefined
          ? html`<p class="hint" role="status">${say('logbook.loading')}</p>`
          : html`<hearth-logbook-list .question=${question} .narrator=${narrator}></hearth-logbook-list>`
      }
    </div>`;
  }

  private tools(): TemplateResult {
    const { home, filter } = this;
    const { entity, area, kind, day, search } = filter;
    const active = [entity, area, kind, day].filter((one) => one !== '').length;
    return html`<div class="log-tools">
      <input
        type="search"
        class="search"
        aria-label=${say('logbook.search')}
        placeholder=${say('logbook.search')}
        .value=${search}
        @input=${this.type}
      />
      <details class="log-filter" ?open=${active > 0}>
        <summary>${active === 0 ? say('logbook.filter') : say('logbook.filters', { count: active })}</summary>
        <div class="log-fields">
          <div class="field">
            <label for="log-entity">${say('logbook.entity')}</label>
            <hearth-combobox
              .name=${'log-entity'}
              .choices=${{ all: () => this.entityChoices(), find: (id: string) => choicesOf(home, 'entity').find((one) => one.id === id) }}
              .value=${entity === '' ? undefined : entity}
              @changed=${(event: CustomEvent<string | undefined>) => this.change({ entity: event.detail ?? '' })}
            ></hearth-combobox>
          </div>
          ${this.select('area', area, choicesOf(home, 'area'))}
          ${this.select('kind', kind, this.kinds())}
          <div class="field">
            <label for="log-day">${say('logbook.day')}</label>
            <input
              id="log-day"
              type="date"
              max=${wallTime(new Date()).slice(0, 10)}
              .value=${day}
              @change=${(event: Event) => this.change({ day: (event.target as HTMLInputElement).value })}
            />
          </div>
          ${
            active === 0
              ? ''
              : html`<button type="button" class="log-clear" @click=${() => this.change({ ...NO_FILTER, search })}>
                  ${say('logbook.clear')}
                </button>`
          }
        </div>
      </details>
    </div>`;
  }

  private select(
    name: 'area' | 'kind',
    value: string,
    choices: readonly { readonly id: string; readonly name: string }[],
  ): TemplateResult {
    return html`<div class="field">
      <label for="log-${name}">${say(`logbook.${name}`)}</label>
      <select id="log-${name}" @change=${(event: Event) => this.change({ [name]: (event.target as HTMLSelectElement).value })}>
        ${option('', say('logbook.any'), value === '')}
        ${choices.map((one) => option(one.id, one.name, one.id === value))}
      </select>
    </div>`;
  }

  private entityChoices() {
    const { home } = this;
    return choicesOf(home, 'entity').filter(({ id }) => {
      const entity = home.entity(id);
      return entity !== undefined && isInLogbook(entity);
    });
  }

  private kinds(): readonly { readonly id: string; readonly name: string }[] {
    const domains = new Set([...this.home.all()].filter(isInLogbook).map(({ domain }) => domain));
    const kinds = [...domains].map((id) => ({ id, name: domainName(id) }));
    return [
      ...sorted(kinds),
      { id: 'messages', name: say('logbook.messages') },
      { id: 'server', name: say('logbook.server') },
    ];
  }

  private readonly type = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.change({ search: value.trim() }), TYPING);
  };

  private change(patch: Partial<LogbookFilter>): void {
    clearTimeout(this.typing);
    const filter = { ...this.filter, ...patch };
    history.replaceState(history.state, '', PATHS.logbook + queryOf(filter));
    this.ask(filter);
  }

  private ask(filter: LogbookFilter): void {
    const { home, narrator, names } = this;
    const isSame = queryOf(filter) === queryOf(this.filter) && this.question !== undefined;
    this.filter = filter;
    if (isSame || narrator === undefined || names === undefined) return;
    window.scrollTo(0, 0);
    this.question = {
      ...{ home, entityIds: entitiesOf(home, filter), until: endOf(filter) },
      isWanted: isWantedBy(filter, narrator),
    };
  }
}
