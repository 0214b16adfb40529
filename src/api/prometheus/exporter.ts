import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { compileFilter, compileGlob } from '../../core/entity-filter.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import { HomeView, type ViewedHome } from '../../entities/visibility/home-view.ts';
import { sees } from '../../entities/visibility/visible-state.ts';
import { hasValue, labelsOf, type SampleForm, valueSamples } from './entity-samples.ts';
import { processSamples } from './process-samples.ts';
import { Exposition, type Sample } from './series.ts';

type Overrides = Readonly<Record<string, { readonly override_metric?: string | undefined }>>;

/** The settings of `/api/prometheus`, see `config/prometheus-settings.ts`. */
export interface PrometheusSettings {
  readonly namespace: string;
  readonly requires_auth: boolean;
  readonly default_metric: string | null;
  readonly override_metric: string | null;
  readonly component_config: Overrides;
  readonly component_config_glob: Overrides;
  readonly component_config_domain: Overrides;
  readonly filter: Readonly<Record<FilterKey, readonly string[]>>;
}
type FilterKey = `${'include' | 'exclude'}_${'domains' | 'entities' | 'entity_globs'}`;

/** What the exporter reads. */
export interface ExporterParts {
  readonly settings: PrometheusSettings;
  readonly states: StateMachine;
  readonly home: ViewedHome & { readonly registry: Pick<EntityRegistry, 'get'> };
  readonly bus: Bus;
  readonly clock: Clock;
  readonly temperatureUnit: () => string;
}

/** How often an entity changed since it is counted, and since when in milliseconds since 1970. */
interface Count {
  readonly since: number;
  changes: number;
}

/**
 * The states of the home for Prometheus. Changes are counted from the first scrape on, so that homes that are not
 * scraped pay nothing. The samples of a state are kept with it and made again only after a change.
 */
export class PrometheusExporter {
  private readonly parts: ExporterParts;
  private readonly passes: (id: EntityId) => boolean;
  private readonly form: SampleForm;
  private readonly counts = new Map<EntityId, Count>();
  private samples = new WeakMap<State, readonly Sample[]>();
  private shownUnit: string;
  private isCounting = false;

  constructor(parts: ExporterParts) {
    this.parts = parts;
    const { filter } = parts.settings;
    this.passes =
      compileFilter(
        {
          domains: filter.include_domains,
          entities: filter.include_entities,
          entity_globs: filter.include_entity_globs,
        },
        {
          domains: filter.exclude_domains,
          entities: filter.exclude_entities,
          entity_globs: filter.exclude_entity_globs,
        },
      ) ?? (() => true);
    this.shownUnit = parts.temperatureUnit();
    const exporter = this;
    this.form = {
      get temperatureUnit() {
        return exporter.shownUnit;
      },
      overrideOf: overridesOf(parts.settings),
      defaultMetric: parts.settings.default_metric,
    };
  }

  /** All series the caller may see, in Prometheus's text format. */
  text(access: Pick<Access, 'mayRead'>): string {
    this.count();
    if (this.shownUnit !== this.parts.temperatureUnit()) {
      this.shownUnit = this.parts.temperatureUnit();
      this.samples = new WeakMap();
    }
    const { settings, states } = this.parts;
    const view = new HomeView(access, this.parts.home);
    const exposition = new Exposition(settings.namespace);
    for (const sample of processSamples()) exposition.addAs(sample.name, sample);
    for (const sample of this.placeSamples(view)) exposition.add(sample);
    for (const state of states.all()) {
      if (!this.passes(state.entity_id) || !sees(access, state.entity_id)) continue;
      for (const sample of this.samplesOf(state)) exposition.add(sample);
      for (const sample of this.countSamples(state)) exposition.add(sample);
      const area = this.areaOf(state.entity_id, view);
      if (area !== null)
        exposition.add({ name: 'entity_info', labels: { entity: state.entity_id, area }, value: 1 });
    }
    return exposition.toString();
  }

  private samplesOf(state: State): readonly Sample[] {
    let samples = this.samples.get(state);
    if (samples === undefined) {
      const labels = labelsOf(state);
      const isAvailable = hasValue(state);
      samples = [
        { name: 'entity_available', labels, value: isAvailable ? 1 : 0 },
        { name: 'last_updated_time_seconds', labels, value: state.last_updated / 1000 },
        ...(isAvailable ? valueSamples(state, this.form) : []),
      ];
      this.samples.set(state, samples);
    }
    return samples;
  }

  private countSamples(state: State): Sample[] {
    const labels = labelsOf(state);
    const { changes: value, since } = this.countOf(state.entity_id);
    const isCounter = true;
    const samples: Sample[] = [
      { name: 'state_change_total', labels, value, isCounter },
      { name: 'state_change_created', labels, value: since / 1000 },
    ];
    if (domainOf(state.entity_id) === 'automation' && hasValue(state))
      samples.push({ name: 'automation_triggered_count_total', labels, value, isCounter });
    return samples;
  }

  /** Starts counting changes; the present state of an entity is its first. */
  private count(): void {
    if (this.isCounting) return;
    this.isCounting = true;
    this.parts.bus.on('state_changed', ({ change }) => {
      if (change === null) return;
      if (change.new_state === null) this.counts.delete(change.entity_id);
      else this.countOf(change.entity_id).changes += 1;
    });
  }

  private countOf(id: EntityId): Count {
    let count = this.counts.get(id);
    if (count === undefined) {
      count = { since: this.parts.clock.now(), changes: 1 };
      this.counts.set(id, count);
    }
    return count;
  }

  private areaOf(id: EntityId, view: HomeView): string | null {
    const entry = this.parts.home.registry.get(id);
    if (entry === undefined) return null;
    const area =
      entry.area_id ?? (entry.device_id === null ? null : (view.device(entry.device_id)?.area_id ?? null));
    return area !== null && view.places.areas.get(area) !== undefined ? area : null;
  }

  private placeSamples(view: HomeView): Sample[] {
    const { areas, floors } = view.places;
    return [
      ...[...floors.list()].map(({ id: floor, name, level }) => ({
        name: 'floor_info',
        labels: { floor, floor_name: name, floor_level: level === null ? '' : String(level) },
        value: 1,
      })),
      ...[...areas.list()].map(({ id: area, name, floor_id }) => ({
        name: 'area_info',
        labels: { area, area_name: name, floor: floor_id ?? '' },
        value: 1,
      })),
    ];
  }
}

/** The configured name of the series of a sensor: by entity, else by pattern, by domain, or for all. */
function overridesOf(settings: PrometheusSettings): (id: EntityId) => string | null {
  const { component_config: own, component_config_glob: globs, component_config_domain: domains } = settings;
  const patterns = Object.entries(globs).map(([glob, { override_metric }]) => ({
    fits: compileGlob(glob),
    metric: override_metric,
  }));
  const at = (table: Overrides, key: string) =>
    Object.hasOwn(table, key) ? table[key]?.override_metric : undefined;
  return (id) =>
    at(own, id) ??
    patterns.find(({ fits }) => fits(id))?.metric ??
    at(domains, domainOf(id)) ??
    settings.override_metric;
}
