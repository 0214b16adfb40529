import { type EnergySource, isExternal } from '../core/energy-preferences.ts';
import type { DatedPrice, MeterTariff } from '../core/energy-settings.ts';
import { isEntityId, objectIdOf } from '../core/entity-id.ts';

/** A meter whose cost or compensation is computed. */
export interface CostSource {
  /** The meter. */
  readonly meter: string;
  readonly kind: 'grid' | 'gas' | 'water';
  readonly flow: 'cost' | 'compensation';
  /** A fixed price per unit, or the entity that has it; null if there is only a tariff. */
  readonly price: number | string | null;
  /** Prices that take precedence, from their days on. */
  readonly tariff: readonly DatedPrice[];
}

/** The meters of a source whose cost is computed: those with a price and without a statistic of their cost. */
export function costSourcesOf(source: EnergySource, tariffs: readonly MeterTariff[]): CostSource[] {
  if (source.type === 'grid') {
    const {
      entity_energy_price,
      number_energy_price,
      entity_energy_price_export,
      number_energy_price_export,
    } = source;
    return [
      ...costSource('grid', 'cost', {
        tariffs,
        meter: source.stat_energy_from,
        known: source.stat_cost,
        price: entity_energy_price ?? number_energy_price,
      }),
      ...costSource('grid', 'compensation', {
        tariffs,
        meter: source.stat_energy_to,
        known: source.stat_compensation,
        price: entity_energy_price_export ?? number_energy_price_export,
      }),
    ];
  }
  if (source.type !== 'gas' && source.type !== 'water') return [];
  const { stat_energy_from: meter, stat_cost: known, entity_energy_price, number_energy_price } = source;
  return costSource(source.type, 'cost', {
    ...{ tariffs, meter, known, price: entity_energy_price ?? number_energy_price },
  });
}

/** The ID of the entity that shows the cost. */
export function costEntityId({ meter, flow }: CostSource): string {
  return `sensor.${objectIdOf(meter)}_${flow}`;
}

function costSource(
  kind: CostSource['kind'],
  flow: CostSource['flow'],
  given: {
    readonly tariffs: readonly MeterTariff[];
    readonly meter: string | null;
    readonly known: string | null | undefined;
    readonly price: number | string | null | undefined;
  },
): CostSource[] {
  const { tariffs, meter, known, price = null } = given;
  if (meter === null || isExternal(meter) || !isEntityId(meter) || known != null) return [];
  const own = tariffs.find(({ statistic_id, flow: of }) => statistic_id === meter && of === flow);
  if (price === null && own === undefined) return [];
  return [{ meter, kind, flow, price, tariff: own?.prices ?? [] }];
}
