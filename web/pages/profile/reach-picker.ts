import { type Connection, getStates } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { language } from '../../app/preferences.ts';
import { listAreas } from '../../server/account.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** The most entities shown at once; the search finds the others. */
const MAX_SHOWN = 50;

/** What a token can access. */
export type Reach = Readonly<Record<Kind, readonly string[]>>;

type Kind = 'domains' | 'areas' | 'entities';

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Selects domains, areas and single entities. Fires `changed`; the selection is in `reach`. */
export class ReachPicker extends LightElement {
  static override properties = {
    connection: { attribute: false },
    reach: { state: true },
    choices: { state: true },
    search: { state: true },
  };

  declare connection: Connection;
  declare reach: Reach;
  declare choices: Readonly<Record<Kind, readonly Choice[]>>;
  declare search: string;

  constructor() {
    super();
    this.reach = { domains: [], areas: [], entities: [] };
    this.choices = { domains: [], areas: [], entities: [] };
    this.search = '';
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    return html`<div class="picker">
      ${this.group('areas', 'tokens.areas', this.choices.areas)}
      ${this.group('domains', 'tokens.domains', this.choices.domains)}
      ${this.group('entities', 'tokens.entities', this.choices.entities)}
    </div>`;
  }

  private group(kind: Kind, title: TextKey, choices: readonly Choice[]): TemplateResult {
    const chosen = this.reach[kind].length;
    return html`<details>
      <summary>
        ${say(title)} <span class="hint">${chosen === 0 ? '' : say('tokens.chosen', { count: chosen })}</span>
      </summary>
      ${kind === 'entities' ? this.searchField() : ''}
      ${kind === 'areas' && choices.length === 0 ? html`<p class="hint">${say('tokens.no_areas')}</p>` : ''}
      ${kind === 'entities' ? this.entityChecks(choices) : choices.map((one) => this.check(kind, one))}
    </details>`;
  }

  private searchField(): TemplateResult {
    return html`<input
      type="search"
      aria-label=${say('tokens.filter')}
      placeholder=${say('tokens.filter')}
      .value=${this.search}
      @input=${(event: InputEvent) => {
        this.search = (event.target as HTMLInputElement).value;
      }}
    />`;
  }

  private entityChecks(choices: readonly Choice[]): TemplateResult {
    const wanted = this.search.trim().toLowerCase();
    const isChosen = ({ id }: Choice): boolean => this.reach.entities.includes(id);
    const found = choices.filter(
      (one) => isChosen(one) || `${one.name} ${one.id}`.toLowerCase().includes(wanted),
    );
    const shown = found.filter((one, at) => isChosen(one) || at < MAX_SHOWN);
    const rest = found.length - shown.length;
    return html`${shown.map((one) => this.check('entities', one))}
    ${rest === 0 ? '' : html`<p class="hint">${say('tokens.more', { count: rest })}</p>`}`;
  }

  private check(kind: Kind, { id, name }: Choice): TemplateResult {
    return html`<label class="check">
      <input
        type="checkbox"
        .checked=${this.reach[kind].includes(id)}
        @change=${(event: Event) => this.choose(kind, id, (event.target as HTMLInputElement).checked)}
      />
      <span>${name}${kind === 'entities' && name !== id ? html` <small class="hint">${id}</small>` : ''}</span>
    </label>`;
  }

  private choose(kind: Kind, id: string, isChosen: boolean): void {
    const others = this.reach[kind].filter((one) => one !== id);
    this.reach = { ...this.reach, [kind]: isChosen ? [...others, id] : others };
    this.dispatchEvent(new CustomEvent('changed'));
  }

  private async load(): Promise<void> {
    const [states, areas] = await Promise.all([
      getStates(this.connection),
      listAreas(this.connection).catch(() => []),
    ]);
    const domains = new Set(states.map(({ entity_id }) => entity_id.slice(0, entity_id.indexOf('.'))));
    this.choices = {
      domains: sorted([...domains].map((id) => ({ id, name: domainName(id) }))),
      areas: sorted(areas.map(({ area_id, name }) => ({ id: area_id, name }))),
      entities: sorted(
        states.map(({ entity_id, attributes }) => ({
          id: entity_id,
          name: attributes.friendly_name ?? entity_id,
        })),
      ),
    };
  }
}

function sorted(choices: readonly Choice[]): Choice[] {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return [...choices].sort((a, b) => compare(a.name, b.name));
}
