import '../styles/search.css';
import '../texts/search.ts';
import { mdiClose, mdiMagnify } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { ref } from 'lit/directives/ref.js';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { navigate } from '../app/router.ts';
import { toast, toastTrouble } from '../app/toasts.ts';
import { entityIcon } from '../cards/entity-icon.ts';
import { toneOf } from '../cards/entity-tone.ts';
import { openEntity } from '../cards/open-entity.ts';
import { perform } from '../cards/perform.ts';
import { stateText } from '../cards/state-text.ts';
import { failure } from '../parts/failure.ts';
import { icon } from '../parts/icon.ts';
import { NamedIcon } from '../parts/named-icon.ts';
import { repeat } from '../parts/repeat.ts';
import type { HomeStore, Order } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { appSections, appSources } from './app-findings.ts';
import type { Finding } from './finding.ts';
import { homeSources } from './home-findings.ts';
import { instructionOf } from './instruction.ts';
import { instructionFindings, vocabulary } from './instruction-findings.ts';
import { SearchIndex } from './search-index.ts';

define({ 'hearth-icon': NamedIcon });

const MAX = 40;
const MAX_INSTRUCTIONS = 8;
const LIST = 'palette-list';

/**
 * The search over everything: entities, areas, devices, pages and actions, also those with a value ("lamp
 * 30 %"). Fires `closed`.
 */
export class CommandPalette extends LightElement {
  static override properties = {
    home: { attribute: false },
    text: { state: true },
    at: { state: true },
    sections: { state: true },
  };

  declare home: HomeStore;
  declare text: string;
  /** The index of the highlighted finding. */
  declare at: number;
  declare sections: Awaited<ReturnType<typeof appSections>>;
  private index: SearchIndex<Finding> | undefined;
  private registries: unknown;
  private count = -1;
  private found: readonly Finding[] = [];

  constructor() {
    super();
    this.text = '';
    this.at = 0;
    this.sections = [];
    new Watch(this, () => ['#places', '#members', ...this.found.flatMap(({ entityId }) => entityId ?? [])]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    appSections(this.home).then(
      (sections) => {
        this.sections = sections;
      },
      () => {},
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { home } = this;
    const isStale = this.registries !== home.places || this.count !== home.count || changed.has('sections');
    if (!isStale && !changed.has('text')) return;
    if (isStale) this.index = undefined;
    this.registries = home.places;
    this.count = home.count;
    this.found = this.find();
    this.at = changed.has('text') ? 0 : Math.min(this.at, Math.max(0, this.found.length - 1));
  }

  protected override render() {
    const { found, at } = this;
    const current = found[at];
    return html`<dialog class="palette" aria-label=${say('search.title')} ${ref(show)} @close=${this.closed} @click=${closeOutside}>
      <div class="palette-head">
        ${icon(mdiMagnify)}
        <input
          type="search"
          role="combobox"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          enterkeyhint="go"
          maxlength="200"
          aria-label=${say('search.title')}
          aria-autocomplete="list"
          aria-expanded=${String(found.length > 0)}
          aria-controls=${LIST}
          aria-activedescendant=${ifDefined(current === undefined ? undefined : idOf(at))}
          placeholder=${say('search.placeholder')}
          .value=${this.text}
          @input=${(event: Event) => {
            this.text = (event.target as HTMLInputElement).value;
          }}
          @keydown=${this.press}
        />
        <button type="button" class="quiet round" aria-label=${say('action.close')} @click=${close}>${icon(mdiClose)}</button>
      </div>
      <ul class="palette-list" id=${LIST} role="listbox" aria-label=${say('search.findings')}>
        ${repeat(
          found,
          ({ key }) => key,
          (one, i) => this.option(one, i),
        )}
      </ul>
      <p class="hint palette-foot" role="status">${this.note()}</p>
    </dialog>`;
  }

  private note(): string {
    if (this.text.trim() === '') return say('search.hint');
    return this.found.length === 0 ? say('search.none') : say('search.count', { count: this.found.length });
  }

  private option(finding: Finding, i: number): TemplateResult {
    const { home } = this;
    const { name, detail, sort, iconPath, iconName, entityId, choice } = finding;
    const entity = entityId === undefined ? undefined : home.entity(entityId);
    const state = entity === undefined || choice.kind === 'order' ? '' : stateText(entity, home);
    return html`<li
      id=${idOf(i)}
      role="option"
      aria-selected=${String(i === this.at)}
      data-tone=${(entity && toneOf(entity)) ?? nothing}
      @mousedown=${(event: Event) => event.preventDefault()}
      @click=${() => this.choose(finding)}
    >
      <hearth-icon
        .name=${entity === undefined ? iconName : (entity.attributes.icon ?? home.places.entries.get(entity.entity_id)?.icon)}
        .path=${entity === undefined ? iconPath : entityIcon(entity)}
      ></hearth-icon>
      <span class="palette-text">
        <span class="palette-name">${name}</span>
        <small class="hint">${[detail, sort].filter((text) => text !== '').join(' · ')}</small>
      </span>
      ${state === '' || state === '–' ? nothing : html`<span class="palette-state">${state}</span>`}
    </li>`;
  }

  private find(): readonly Finding[] {
    const { home, text } = this;
    const sources = (): SearchIndex<Finding> =>
      new SearchIndex([...appSources(home, this.sections, this.logOut), ...homeSources(home)]);
    this.index ??= sources();
    if (text.trim() === '') return this.starters();
    const plain = this.index.find(text, MAX);
    const instruction = instructionOf(text, vocabulary());
    if (instruction === undefined) return plain;
    const instructions = instructionFindings(home, instruction, MAX_INSTRUCTIONS);
    // A number may also be part of a name, such as "Lamp 2".
    const isClear =
      instruction.unit !== undefined || instruction.verb !== undefined || instruction.warmth !== undefined;
    return isClear ? [...instructions, ...plain] : [...plain, ...instructions];
  }

  /** Before anything is typed: the pages and the rooms. */
  private starters(): readonly Finding[] {
    const { home } = this;
    return [...appSources(home, [], this.logOut), ...homeSources(home)]
      .map(({ finding }) => finding)
      .filter(({ key }) => /^(area|page):/.test(key))
      .slice(0, MAX);
  }

  private readonly logOut = (): void => {
    this.dispatchEvent(new CustomEvent('logout', { bubbles: true }));
  };

  private readonly press = (event: KeyboardEvent): void => {
    const last = this.found.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.at >= last ? 0 : this.at + 1,
      ArrowUp: this.at <= 0 ? Math.max(0, last) : this.at - 1,
      PageDown: Math.max(0, Math.min(last, this.at + 8)),
      PageUp: Math.max(0, this.at - 8),
    };
    const to = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    const finding = this.found[this.at];
    if (event.isComposing) return;
    if (to !== undefined) {
      event.preventDefault();
      this.at = to;
      void this.updateComplete.then(() =>
        this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
      );
    } else if (event.key === 'Enter' && finding !== undefined) {
      event.preventDefault();
      this.choose(finding);
    }
  };

  private choose({ name, choice, entityId }: Finding): void {
    this.querySelector('dialog')?.close();
    if (choice.kind === 'entity') openEntity(this, choice.entityId);
    else if (choice.kind === 'page') navigate(choice.path);
    else if (choice.kind === 'task') choice.run();
    else void this.carryOut(choice.order, name, entityId);
  }

  private async carryOut(order: Order, name: string, entityId: string | undefined): Promise<void> {
    const { home } = this;
    const entity = entityId === undefined ? undefined : home.entity(entityId);
    if (entity !== undefined) {
      if (await perform(home, entity, order)) toast(name);
      return;
    }
    try {
      await home.call(order);
      toast(name);
    } catch (error) {
      toastTrouble(failure(error));
    }
  }

  private readonly closed = (): void => {
    // The event of choosing something is fired from here first.
    queueMicrotask(() => this.dispatchEvent(new CustomEvent('closed')));
  };
}

function idOf(i: number): string {
  return `palette-${i}`;
}

function close(event: Event): void {
  (event.currentTarget as Element).closest('dialog')?.close();
}

/** A click beside the dialog, on its backdrop, closes it. */
function closeOutside(event: Event): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}

function show(element: Element | undefined): void {
  // The element is not yet in the document when it is created.
  queueMicrotask(() => {
    if (!(element instanceof HTMLDialogElement) || !element.isConnected || element.open) return;
    element.showModal();
    element.querySelector('input')?.focus();
  });
}
