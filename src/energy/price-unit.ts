import type { State } from '../core/state.ts';

/** The unit that a price is for: `kWh` of `EUR/kWh`; empty if it names none. */
export function priceUnit(price: State | undefined): string {
  const unit = price?.attributes.unit_of_measurement;
  if (typeof unit !== 'string') return '';
  const slash = unit.indexOf('/');
  return slash < 0 ? '' : unit.slice(slash + 1);
}
