import {
  mdiAccountOutline,
  mdiChip,
  mdiEyeOffOutline,
  mdiRobotOutline,
  mdiScriptTextOutline,
  mdiSwapHorizontal,
} from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { openEntity } from '../cards/open-entity.ts';
import { stateText } from '../cards/state-text.ts';
import { icon } from '../parts/icon.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { tracePath } from '../state/item-id.ts';
import { say } from '../texts/say.ts';
import { triggerName } from './trigger-name.ts';

/** A cause from `hearth/cause`. */
interface Link {
  readonly kind: string;
  readonly entity_id?: unknown;
  readonly state?: unknown;
  readonly name?: unknown;
  readonly run_id?: unknown;
  readonly trigger_kind?: unknown;
  readonly action?: unknown;
  readonly source?: unknown;
  readonly user_name?: unknown;
  readonly token_name?: unknown;
}

/** The chain of causes that led to the state of an entity; empty if unknown. */
export class CauseChain extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    since: { attribute: false },
    time: { attribute: false },
    isWhole: { attribute: false },
    chain: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  /** The last change: another change has another cause. */
  declare since: number;
  /** Explains the state at this time, in seconds since 1970; the present one by default. */
  declare time: number | undefined;
  /** Whether the state itself is shown, too. */
  declare isWhole: boolean;
  /** Undefined until it is loaded. */
  declare chain: readonly Link[] | undefined;

  constructor() {
    super();
    this.chain = undefined;
    this.time = undefined;
    this.isWhole = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('entityId') || changed.has('since') || changed.has('time')) void this.load();
  }

  protected override render() {
    const { chain, isWhole, time } = this;
    // The first cause is the state itself, which is shown above.
    const links = chain?.slice(isWhole ? 0 : 1) ?? [];
    if (links.length === 0)
      return chain === undefined || time === undefined
        ? nothing
        : html`<p class="hint">${say('cause.unknown')}</p>`;
    return html`<section class="cause" aria-label=${say('cause.title')}>
      <h3>${say('cause.title')}</h3>
      <ol>
        ${links.map((link) => html`<li>${this.link(link)}</li>`)}
      </ol>
    </section>`;
  }

  private link(link: Link): TemplateResult {
    const action = text(link.action);
    switch (link.kind) {
      case 'user': {
        const name = text(link.user_name) ?? say('cause.somebody');
        const token = text(link.token_name);
        const sentence = action === undefined ? name : say('cause.user', { name, action });
        return html`${icon(mdiAccountOutline)}<span>${sentence}${token === undefined ? '' : ` · ${token}`}</span>`;
      }
      case 'automation':
      case 'script':
        return html`${icon(link.kind === 'script' ? mdiScriptTextOutline : mdiRobotOutline)}
          ${this.entity(link, say(`cause.${link.kind}`, { name: text(link.name) ?? text(link.entity_id) ?? '' }))}
          ${this.trigger(link)} ${this.trace(link)}`;
      case 'state':
        return html`${icon(mdiSwapHorizontal)} ${this.entity(link, this.changeText(link))}`;
      case 'device':
        return html`${icon(mdiChip)}<span>${say('cause.device', { source: text(link.source) ?? '' })}</span>`;
      default:
        return html`${icon(mdiEyeOffOutline)}<span>${say('cause.hidden')}</span>`;
    }
  }

  private trace({ entity_id: id, run_id: run }: Link): TemplateResult | typeof nothing {
    const path = tracePath(this.home, text(id) ?? '', text(run) ?? '');
    return path === undefined || text(run) === undefined
      ? nothing
      : html`<a href=${path}>${say('cause.trace')}</a>`;
  }

  private trigger(link: Link): TemplateResult | typeof nothing {
    const kind = text(link.trigger_kind);
    if (kind === undefined) return nothing;
    return html`<span class="hint">${say('cause.trigger', { kind: triggerName(kind) })}</span>`;
  }

  private changeText({ entity_id: id, state }: Link): string {
    const entity = this.home.entity(text(id) ?? '');
    const value = text(state) ?? '';
    if (entity === undefined) return say('cause.state', { name: text(id) ?? '', state: value });
    const then = { ...entity, state: value };
    return say('cause.state', { name: nameOf(entity), state: stateText(then, this.home) });
  }

  private entity({ entity_id: id }: Link, sentence: string): TemplateResult {
    const entityId = text(id);
    if (entityId === undefined || this.home.entity(entityId) === undefined)
      return html`<span>${sentence}</span>`;
    return html`<button type="button" class="link" @click=${() => openEntity(this, entityId)}>${sentence}</button>`;
  }

  private async load(): Promise<void> {
    const { home, entityId, since, time } = this;
    const isSame = (): boolean => this.since === since && this.entityId === entityId && this.time === time;
    try {
      const { chain } = await home.connection.sendMessagePromise<{ readonly chain?: unknown }>({
        type: 'hearth/cause',
        entity_id: entityId,
        ...(time === undefined ? {} : { time }),
      });
      if (isSame()) this.chain = Array.isArray(chain) ? chain : [];
    } catch {
      if (isSame()) this.chain = [];
    }
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
