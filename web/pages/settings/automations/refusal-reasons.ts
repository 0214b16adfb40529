import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { stateText } from '../../../cards/state-text.ts';
import { ConditionState } from '../../../parts/steps/condition-state.ts';
import { kindOf, stepValues } from '../../../parts/steps/step-kinds.ts';
import { stepSummary } from '../../../parts/steps/step-summary.ts';
import { when } from '../../../parts/when.ts';
import {
  type ItemConfig,
  type LongTrace,
  readItem,
  readTrace,
  type ShortTrace,
} from '../../../server/items.ts';
import { nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { entityOfItem, outcomeText } from './item-kind.ts';
import { normalItem, partOf, ungrouped } from './item-parts.ts';
import { causeText } from './trace-cause.ts';

const ENTITY_ID = /\b[a-z_]+\.[a-z\d_]+\b/g;
/** Entities named with their state below a condition. */
const MAX_ENTITIES = 4;

/** Why an automation did not run: whether it is enabled, its last refused trigger, and its conditions, live. */
export class RefusalReasons extends LightElement {
  static override properties = {
    home: { attribute: false },
    itemId: { attribute: false },
    runs: { attribute: false },
    config: { state: true },
    refused: { state: true },
    fired: { state: true },
  };

  declare home: HomeStore;
  declare itemId: string;
  /** The recorded runs, the newest first. */
  declare runs: readonly ShortTrace[];
  declare config: ItemConfig | undefined;
  /** The newest run if it was refused. */
  declare refused: LongTrace | undefined;
  /** When each trigger last fired in the recorded runs, by its number. */
  declare fired: ReadonlyMap<number, string>;
  private readonly known = new Map<string, LongTrace | undefined>();

  constructor() {
    super();
    define({ 'hearth-condition-state': ConditionState });
    this.config = undefined;
    this.refused = undefined;
    this.fired = new Map();
    this.runs = [];
    new Watch(this, () => ['#members', ...this.entityIds()]);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('itemId')) void this.loadConfig();
    if (changed.has('runs')) void this.loadRefused();
    if (changed.has('runs')) void this.loadFired();
  }

  protected override render() {
    const entity = entityOfItem(this.home, 'automation', this.itemId);
    if (entity === undefined) return nothing;
    const conditions = this.conditions();
    return html`<section class="card" aria-labelledby="why-not-title">
      <h2 id="why-not-title">${say('why.title')}</h2>
      <ul class="rows">
        <li class="row">
          <span class="row-main">${say(entity.state === 'on' ? 'why.is_enabled' : 'why.is_disabled')}</span>
          <span class="badge ${entity.state === 'on' ? 'good' : 'warm'}">${say(entity.state === 'on' ? 'why.met' : 'why.not_met')}</span>
        </li>
        <li class="row"><span class="row-main">${this.lastText()}</span></li>
        ${this.triggers().map((trigger, at) => this.triggerRow(trigger, at))}
        ${conditions.map((condition) => this.row(condition))}
      </ul>
      ${conditions.length === 0 ? html`<p class="hint">${say('why.no_conditions')}</p>` : html`<p class="hint">${say('why.live')}</p>`}
    </section>`;
  }

  /** What became of the last trigger. */
  private lastText(): string {
    const [latest] = this.runs;
    if (latest === undefined) return say('why.never_triggered');
    const { start } = latest.timestamp;
    if (latest.script_execution === 'finished' || latest.script_execution === null)
      return say('why.did_run', { when: when(start) });
    const { refused } = this;
    const cause = (refused && causeText(this.home, refused)) ?? '';
    const failed = refused === undefined ? [] : refusedConditions(refused).map((one) => this.name(one));
    const trigger =
      cause === ''
        ? say('why.triggered', { when: when(start) })
        : say('why.triggered_by', { when: when(start), cause });
    const reason =
      failed.length === 0
        ? outcomeText(latest.script_execution)
        : say('why.refused', { conditions: failed.join(', ') });
    return `${trigger} ${reason}`;
  }

  private row(condition: unknown): TemplateResult {
    const { home } = this;
    const states = idsIn(condition)
      .slice(0, MAX_ENTITIES)
      .flatMap((id) => {
        const entity = home.entity(id);
        return entity === undefined ? [] : [`${nameOf(entity)}: ${stateText(entity, home)}`];
      });
    return html`<li class="row wraps">
      <div class="row-main">
        <p class="row-name">${this.name(condition)}</p>
        ${states.length === 0 ? nothing : html`<p class="hint">${say('why.now', { states: states.join(' · ') })}</p>`}
      </div>
      <hearth-condition-state .home=${home} .condition=${condition}></hearth-condition-state>
    </li>`;
  }

  /** Whether and when a trigger fired. */
  private triggerRow(trigger: unknown, at: number): TemplateResult {
    const time = this.fired.get(at);
    const isOff = stepValues(trigger).enabled === false;
    return html`<li class="row wraps">
      <div class="row-main"><p class="row-name">${this.name(trigger, 'triggers')}</p></div>
      <span class="hint">${
        isOff
          ? say('why.trigger_off')
          : time === undefined
            ? say('why.not_fired')
            : say('why.fired', { when: when(time) })
      }</span>
    </li>`;
  }

  private triggers(): readonly unknown[] {
    return this.config === undefined
      ? []
      : ungrouped(partOf(normalItem('automation', this.config), 'triggers'));
  }

  private name(condition: unknown, place: 'conditions' | 'triggers' = 'conditions'): string {
    const kind = kindOf(place, condition);
    const values = stepValues(condition);
    if (typeof values.alias === 'string' && values.alias !== '') return values.alias;
    if (kind === undefined) return say('step.other');
    const summary = stepSummary(this.home, kind, values);
    return summary === '' ? say(kind.title) : `${say(kind.title)}: ${summary}`;
  }

  private conditions(): readonly unknown[] {
    const config = this.refused?.config ?? this.config;
    return config === undefined ? [] : partOf(normalItem('automation', config), 'conditions');
  }

  private entityIds(): readonly string[] {
    const own = entityOfItem(this.home, 'automation', this.itemId)?.entity_id;
    return [...(own === undefined ? [] : [own]), ...idsIn(this.conditions())];
  }

  private async loadConfig(): Promise<void> {
    const { home, itemId } = this;
    const config = await readItem(home.connection, 'automation', itemId).catch(() => undefined);
    if (itemId === this.itemId) this.config = config;
  }

  private async loadRefused(): Promise<void> {
    const [latest] = this.runs;
    if (latest?.run_id === this.refused?.run_id) return;
    this.refused = undefined;
    if (latest?.script_execution !== 'failed_conditions') return;
    const item = { item_id: this.itemId, run_id: latest.run_id };
    const trace = await readTrace(this.home.connection, 'automation', item).catch(() => undefined);
    if (trace?.run_id === this.runs[0]?.run_id) this.refused = trace;
  }

  /** Reads which trigger started each of the recorded runs. */
  private async loadFired(): Promise<void> {
    const { home, itemId, known } = this;
    const fired = new Map<number, string>();
    for (const { run_id, timestamp, script_execution: outcome } of this.runs) {
      if (outcome === 'not_triggered') continue;
      if (!known.has(run_id))
        known.set(
          run_id,
          await readTrace(home.connection, 'automation', { item_id: itemId, run_id }).catch(() => undefined),
        );
      const trace = known.get(run_id);
      const number = trace === undefined ? undefined : triggerNumber(trace);
      if (number !== undefined && !fired.has(number)) fired.set(number, timestamp.start);
    }
    const recorded = new Set(this.runs.map(({ run_id: id }) => id));
    for (const id of known.keys()) if (!recorded.has(id)) known.delete(id);
    this.fired = fired;
  }
}

/** The number of the trigger that started a run; undefined for a run that was started by hand. */
function triggerNumber({ trace }: LongTrace): number | undefined {
  const number = /^trigger\/(\d+)/.exec(
    Object.keys(trace).find((path) => path.startsWith('trigger/')) ?? '',
  )?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The conditions that were not met in a run. */
function refusedConditions({ trace, config }: LongTrace): readonly unknown[] {
  const conditions = partOf(normalItem('automation', config), 'conditions');
  return conditions.filter((_one, at) =>
    trace[`condition/${at}`]?.some(({ result }) => result?.result === false),
  );
}

/** The entity IDs in a condition, also those in templates. */
function idsIn(condition: unknown): readonly string[] {
  return [...new Set(JSON.stringify(condition)?.match(ENTITY_ID) ?? [])];
}
