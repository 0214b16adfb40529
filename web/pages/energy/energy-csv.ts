import { csvText } from '../../parts/csv.ts';
import { offsetOf, wallTime } from '../../state/home-zone.ts';
import type { Balance } from './energy-balance.ts';
import type { EnergyFigures } from './energy-figures.ts';

/** The columns of electricity, in kWh. */
const COLUMNS: readonly (keyof Balance)[] = [
  ...(['imported', 'exported', 'solar', 'charged', 'discharged', 'home'] as const),
];

/**
 * The shown period as CSV: one line for each bar in the home's time with its offset, since an hour may occur twice, and
 * a column for each device and meter.
 */
export function energyCsv(
  { period, bars, sumsOfBars, gas, water }: EnergyFigures,
  devices: readonly { readonly id: string; readonly name: string }[],
): string {
  const meters = [...gas, ...water].map(({ id, unit }) => ({ id, name: `${id} (${unit})` }));
  const others = [...devices, ...meters];
  const head = ['start', ...COLUMNS.map((name) => `${name} (kWh)`), ...others.map(({ name }) => name)];
  const lines = bars.map((bar, index) => [
    wallTime(new Date(period.bounds[index] ?? 0)) + offsetOf(period.bounds[index] ?? 0),
    ...COLUMNS.map((name) => numberOf(bar[name])),
    ...others.map(({ id }) => numberOf(sumsOfBars.get(id)?.[index] ?? 0)),
  ]);
  return csvText([head, ...lines]);
}

function numberOf(value: number): string {
  return String(Number(value.toFixed(6)));
}
