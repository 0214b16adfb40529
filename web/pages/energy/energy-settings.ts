import type { Connection } from 'home-assistant-js-websocket';
import type { EnergyPreferences } from './energy-preferences.ts';

/** Another price at some hours of the day. */
export interface TariffHours {
  readonly start: string;
  readonly end: string;
  readonly price: number;
  readonly days?: readonly string[];
}

/** The price from a day on. */
export interface DatedPrice {
  readonly from: string;
  readonly price: number;
  readonly hours?: readonly TariffHours[];
}

export type Flow = 'cost' | 'compensation';

/** The prices of a meter. */
export interface MeterTariff {
  readonly statistic_id: string;
  readonly flow: Flow;
  readonly prices: readonly DatedPrice[];
}

/** What is set beside the preferences. */
export interface EnergySettings {
  readonly billing_day: number;
  readonly tariffs: readonly MeterTariff[];
}

/** What a correction of prices changed. */
export interface CorrectedCost {
  readonly hours: number;
  readonly before: number;
  readonly after: number;
  readonly change_id: number | null;
}

/** A meter whose cost is computed, or could be. */
export interface PricedMeter {
  readonly id: string;
  readonly flow: Flow;
  readonly type: 'grid' | 'gas' | 'water';
  /** The fixed price of the preferences, or the entity that has it. */
  readonly price: number | string | undefined;
}

export const readSettings = (connection: Connection): Promise<EnergySettings> =>
  connection.sendMessagePromise({ type: 'hearth/energy/settings' });

export const saveSettings = (
  connection: Connection,
  settings: Partial<EnergySettings>,
): Promise<EnergySettings> =>
  connection.sendMessagePromise({ type: 'hearth/energy/save_settings', ...settings });

/** Computes the statistics of a cost again from a day on; a dry run says what would change. */
export const correctPrices = (
  connection: Connection,
  { id, flow }: PricedMeter,
  { from, isDryRun }: { readonly from: string; readonly isDryRun: boolean },
): Promise<CorrectedCost> =>
  connection.sendMessagePromise({
    type: 'hearth/energy/correct_prices',
    statistic_id: id,
    flow,
    start_time: `${from}T00:00:00`,
    dry_run: isDryRun,
  });

/** The meters without a statistic of their cost. */
export function pricedMeters({ energy_sources }: EnergyPreferences): readonly PricedMeter[] {
  return energy_sources.flatMap((source) => {
    const { type, stat_energy_from: from, stat_energy_to: to, stat_cost, stat_compensation } = source;
    if (type !== 'grid' && type !== 'gas' && type !== 'water') return [];
    const price = source.entity_energy_price ?? source.number_energy_price ?? undefined;
    const paid = source.entity_energy_price_export ?? source.number_energy_price_export ?? undefined;
    return [
      ...(from == null || stat_cost != null ? [] : [{ id: from, flow: 'cost', type, price } as const]),
      ...(type !== 'grid' || to == null || stat_compensation != null
        ? []
        : [{ id: to, flow: 'compensation', type, price: paid } as const]),
    ];
  });
}
