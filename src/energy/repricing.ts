import type { DatedPrice } from '../core/energy-settings.ts';
import { fault } from '../core/errors.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { Home } from '../entities/home/home.ts';
import { priceFactor } from './cost-meter.ts';
import { type CostSource, costEntityId } from './cost-source.ts';

/** Which cost to compute again; `from` and `to` are full hours in milliseconds since 1970, `to` exclusive. */
export interface Correction {
  readonly meter: string;
  readonly flow: CostSource['flow'];
  readonly from: number;
  readonly to: number;
  readonly isDryRun: boolean;
}

interface RepricingParts {
  readonly sources: readonly CostSource[];
  readonly states: Pick<StateMachine, 'get'>;
  /** The unit in which the statistic of a meter counts. */
  readonly unitOf: (statisticId: string) => string | null;
  readonly facts: Home['facts'];
}

/** What the history needs to compute a cost again. */
export interface Repricing extends Omit<Correction, 'flow'> {
  readonly cost: string;
  readonly currency: string;
  /** When the cost sensor began to count. */
  readonly lastReset: number | null;
  readonly prices: { readonly factor: number } & (
    | { readonly tariff: readonly DatedPrice[]; readonly fixed: number | null; readonly timeZone: string }
    | { readonly statisticId: string }
  );
}

/** The prices with which a cost is computed again. Throws `not_found` if its meter has none. */
export function repricingOf(
  { flow, ...correction }: Correction,
  { sources, states, unitOf, facts }: RepricingParts,
): Repricing {
  const { meter } = correction;
  const source = sources.find((one) => one.meter === meter && one.flow === flow);
  if (source === undefined) throw fault('not_found', 'energy_no_price', { id: meter });
  const { kind, price, tariff } = source;
  // Before the tariff begins, an entity has the price of now only: its past is in its statistics.
  const isOfEntity = typeof price === 'string' && tariff.length === 0;
  const factor = priceFactor(kind, unitOf(meter) ?? '', isOfEntity ? states.get(price) : undefined);
  if (factor === undefined) throw fault('not_found', 'energy_no_price', { id: meter });
  const cost = costEntityId(source);
  const reset = states.get(cost)?.attributes.last_reset;
  const since = typeof reset === 'string' ? Date.parse(reset) : Number.NaN;
  const fixed = typeof price === 'number' ? price : null;
  return {
    ...{ ...correction, cost, currency: facts.currency, lastReset: Number.isNaN(since) ? null : since },
    prices: isOfEntity
      ? { factor, statisticId: price }
      : { factor, tariff, fixed, timeZone: facts.time_zone },
  };
}
