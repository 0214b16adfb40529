import type { Connection } from 'home-assistant-js-websocket';
import { added, type Balance, balanceOf, NOTHING } from './energy-balance.ts';
import { barAt, type Period } from './energy-period.ts';
import type { EnergyPreferences, EnergySource } from './energy-preferences.ts';

/** A gas or water meter in a period. */
export interface Consumption {
  readonly id: string;
  readonly unit: string;
  readonly total: number;
  readonly bars: readonly number[];
  readonly cost: number | undefined;
}

/** All that the page shows of a period. */
export interface EnergyFigures {
  readonly period: Period;
  readonly total: Balance;
  /** One for each bar. */
  readonly bars: readonly Balance[];
  /** What each meter and each device counted in the whole period. */
  readonly sums: ReadonlyMap<string, number>;
  /** The same for each bar. */
  readonly sumsOfBars: ReadonlyMap<string, readonly number[]>;
  readonly gas: readonly Consumption[];
  readonly water: readonly Consumption[];
  /** What electricity cost, less what was paid for exports; undefined without a price. */
  readonly cost: number | undefined;
}

type Row = { readonly start: number; readonly change: number | null };
type Rows = Readonly<Record<string, readonly Row[]>>;

/** Reads the statistics of a period and adds them up. */
export async function readFigures(
  connection: Connection,
  period: Period,
  { preferences, costSensors }: { preferences: EnergyPreferences; costSensors: ReadonlyMap<string, string> },
): Promise<EnergyFigures> {
  const ids = [...new Set([...metersOf(preferences), ...costsOf(preferences, costSensors)])];
  if (ids.length === 0) return figuresOf({}, {}, { period, preferences, costSensors });
  const [rows, metadata] = await Promise.all([
    connection.sendMessagePromise<Rows>({
      type: 'recorder/statistics_during_period',
      start_time: period.from.toISOString(),
      // The server includes the day in which the end lies.
      end_time: new Date(period.to.getTime() - 1).toISOString(),
      statistic_ids: ids,
      period: period.rows,
      types: ['change'],
      units: { energy: 'kWh' },
    }),
    connection.sendMessagePromise<
      readonly { statistic_id: string; statistics_unit_of_measurement: string | null }[]
    >({ type: 'recorder/get_statistics_metadata', statistic_ids: ids }),
  ]);
  const units = Object.fromEntries(
    metadata.map(({ statistic_id, statistics_unit_of_measurement: unit }) => [statistic_id, unit ?? '']),
  );
  return figuresOf(rows, units, { period, preferences, costSensors });
}

/** Adds up the rows of statistics. */
export function figuresOf(
  rows: Rows,
  units: Readonly<Record<string, string>>,
  of: { period: Period; preferences: EnergyPreferences; costSensors: ReadonlyMap<string, string> },
): EnergyFigures {
  const { period, preferences, costSensors } = of;
  const length = period.bounds.length - 1;
  const sums = new Map<string, number>();
  const sumsOfBars = new Map<string, number[]>();
  const byStart = new Map<number, Map<string, number>>();
  for (const [id, list] of Object.entries(rows)) {
    const bars = new Array<number>(length).fill(0);
    for (const { start, change } of list) {
      const bar = barAt(period, start);
      if (change === null || bar < 0) continue;
      bars[bar] = (bars[bar] ?? 0) + change;
      sums.set(id, (sums.get(id) ?? 0) + change);
      const at = byStart.get(start) ?? new Map<string, number>();
      byStart.set(start, at.set(id, change));
    }
    sumsOfBars.set(id, bars);
  }
  const bars = new Array<Balance>(length).fill(NOTHING);
  for (const [start, changes] of byStart) {
    const bar = barAt(period, start);
    bars[bar] = added(bars[bar] ?? NOTHING, balanceAt(preferences.energy_sources, changes));
  }
  const costs = electricityCosts(preferences, costSensors).filter(([id]) => sums.has(id));
  return {
    period,
    total: bars.reduce(added, NOTHING),
    bars,
    sums,
    sumsOfBars,
    ...consumptions(),
    cost:
      costs.length === 0 ? undefined : costs.reduce((sum, [id, sign]) => sum + sign * (sums.get(id) ?? 0), 0),
  };

  function consumptions(): Pick<EnergyFigures, 'gas' | 'water'> {
    const ofType = (type: 'gas' | 'water'): Consumption[] =>
      preferences.energy_sources.flatMap((source) => {
        const { stat_energy_from: id } = source;
        if (source.type !== type || id == null) return [];
        const cost = costOf(source, costSensors);
        return {
          ...{ id, total: sums.get(id) ?? 0, bars: sumsOfBars.get(id) ?? new Array<number>(length).fill(0) },
          unit: inEnergy(units[id] ?? '') ? 'kWh' : (units[id] ?? ''),
          cost: cost === undefined ? undefined : sums.get(cost),
        };
      });
    return { gas: ofType('gas'), water: ofType('water') };
  }
}

/** The statistics of sources and devices. */
export function metersOf(preferences: EnergyPreferences): readonly string[] {
  const { energy_sources, device_consumption, device_consumption_water } = preferences;
  return [
    ...energy_sources.flatMap(({ stat_energy_from, stat_energy_to }) => [stat_energy_from, stat_energy_to]),
    ...[...device_consumption, ...device_consumption_water].map(({ stat_consumption }) => stat_consumption),
  ].filter((id) => id != null);
}

function balanceAt(sources: readonly EnergySource[], changes: ReadonlyMap<string, number>): Balance {
  const sum = (type: EnergySource['type'], key: 'stat_energy_from' | 'stat_energy_to'): number =>
    sources
      .filter((source) => source.type === type)
      .reduce((total, source) => total + (changes.get(source[key] ?? '') ?? 0), 0);
  const home = sources.find(({ type }) => type === 'home')?.stat_energy_to;
  return balanceOf(
    {
      imported: sum('grid', 'stat_energy_from'),
      exported: sum('grid', 'stat_energy_to'),
      solar: sum('solar', 'stat_energy_from'),
      charged: sum('battery', 'stat_energy_to'),
      discharged: sum('battery', 'stat_energy_from'),
    },
    home == null ? undefined : changes.get(home),
  );
}

function costsOf(preferences: EnergyPreferences, sensors: ReadonlyMap<string, string>): readonly string[] {
  const others = preferences.energy_sources.flatMap((source) => costOf(source, sensors) ?? []);
  return [...electricityCosts(preferences, sensors).map(([id]) => id), ...others];
}

/** The statistics of costs with 1, and of compensations with -1. */
function electricityCosts(
  { energy_sources }: EnergyPreferences,
  sensors: ReadonlyMap<string, string>,
): readonly (readonly [string, 1 | -1])[] {
  return energy_sources.flatMap((source) => {
    if (source.type !== 'grid') return [];
    const cost = costOf(source, sensors);
    const paid = source.stat_compensation ?? sensors.get(source.stat_energy_to ?? '');
    return [
      ...(cost === undefined ? [] : [[cost, 1] as const]),
      ...(paid === undefined ? [] : [[paid, -1] as const]),
    ];
  });
}

function costOf(source: EnergySource, sensors: ReadonlyMap<string, string>): string | undefined {
  return source.stat_cost ?? sensors.get(source.stat_energy_from ?? '');
}

function inEnergy(unit: string): boolean {
  return /^[kMGT]?(?:Wh|J)$|cal$/.test(unit);
}
