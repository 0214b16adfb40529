import { nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { ViewportProximity } from '../parts/viewport-proximity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import type { CardKind, CardView } from './card-kind.ts';
import { cardNote } from './card-note.ts';
import { cardKind } from './cards/index.ts';
import { type Config, configIn, MAX_DEPTH, textIn } from './config.ts';
import { dependsOnTime, entitiesOfCard, entitiesOfConditions, isVisible } from './visibility.ts';

const MINUTE = 60_000;
/** What nests cards: everything inside follows its own entities. */
const FRAMES = new Set(['grid', 'horizontal-stack', 'vertical-stack', 'conditional']);

/**
 * A card of a dashboard. A card of an unknown type, and one that cannot be rendered, is a tile with a note; none
 * affects the others.
 */
export class DashboardCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    config: { attribute: false },
    depth: { attribute: false },
    isEdited: { attribute: false },
  };

  declare home: HomeStore;
  declare config: unknown;
  declare depth: number;
  /** While the page is arranged, cards are shown whatever their conditions say. */
  declare isEdited: boolean;
  private readonly near = new ViewportProximity(this);
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly tick = (): void => this.requestUpdate();

  constructor() {
    super();
    this.depth = 0;
    this.isEdited = false;
    new Watch(this, () => this.topics());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.followTime(false);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { home, depth } = this;
    const config = configIn(this.config);
    if (config === undefined) return cardNote(say('dashboards.no_card'));
    const { visibility } = config;
    this.followTime(dependsOnTime(visibility) || dependsOnTime(config.conditions));
    const isShown = this.isEdited || (isVisible(home, visibility) && isConditionMet(home, config));
    this.toggleAttribute('hidden', !isShown);
    if (!isShown) return nothing;
    if (depth > MAX_DEPTH) return cardNote(say('dashboards.too_deep'));
    const isFar = !this.near.isNear;
    const view: CardView = { home, config, host: this, depth, isFar };
    const kind = kindOf(config);
    if (kind === undefined) return unknownCard(config);
    try {
      return kind.render(view);
    } catch {
      return cardNote(say('dashboards.broken', { type: typeName(config) }));
    }
  }

  private topics(): readonly string[] {
    const config = configIn(this.config);
    if (config === undefined) return [];
    const own = [
      ...entitiesOfConditions(this.home, config.visibility),
      ...entitiesOfConditions(this.home, config.conditions),
      ...(kindOf(config)?.watches?.(config, this.home) ?? []),
    ];
    const shown =
      FRAMES.has(String(config.type)) || !this.near.isNear ? [] : entitiesOfCard(this.home, config);
    return [...new Set(['#members', '#permissions', ...own, ...shown])] as string[];
  }

  private followTime(isNeeded: boolean): void {
    if (isNeeded === (this.timer !== undefined) || (isNeeded && !this.isConnected)) return;
    clearInterval(this.timer);
    this.timer = isNeeded ? setInterval(this.tick, MINUTE) : undefined;
    if (isNeeded) addEventListener('resize', this.tick);
    else removeEventListener('resize', this.tick);
  }
}

function isConditionMet(home: HomeStore, { type, conditions }: Config): boolean {
  return type !== 'conditional' || isVisible(home, conditions);
}

/** The type of a card; those without one are rows of entities, as older dashboards have them. */
export function typeName(config: Config): string {
  return textIn(config.type) ?? (Array.isArray(config.entities) ? 'entities' : 'entity');
}

/** How a card is rendered; undefined for a card of a third party or of an unknown type. */
export function kindOf(config: Config): CardKind | undefined {
  return cardKind(typeName(config));
}

function unknownCard(config: Config): TemplateResult {
  const type = typeName(config);
  const isForeign = type.startsWith('custom:');
  return cardNote(
    say(isForeign ? 'dashboards.foreign_card' : 'dashboards.unknown_card', { type: type.slice(0, 80) }),
    textIn(config.title) ?? textIn(config.name) ?? textIn(config.entity),
  );
}
