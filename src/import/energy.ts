import { EnergyPreferences, EnergySource } from '../core/energy-preferences.ts';
import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapsOf, textOf } from './stored-fields.ts';

/** Imports the energy preferences. Older files combine several connections to the grid, which are separated. */
export async function importEnergy({ stored, plan, report }: ImportContext): Promise<void> {
  const data = await stored.data('energy');
  if (Object.keys(data).length === 0) return;
  const sources = mapsOf(data.energy_sources).flatMap((source) =>
    Array.isArray(source.flow_from) || Array.isArray(source.flow_to) ? connectionsOf(source) : [source],
  );
  const accepted: EnergySource[] = [];
  for (const source of sources) {
    const read = [source, without(source)]
      .map((one) => EnergySource.safeParse(one))
      .find(({ success }) => success);
    if (read?.success === true) accepted.push(read.data);
    else
      report.skipped(
        'energy source',
        `${String(source.type)} ${textOf(source.stat_energy_from) ?? ''}`,
        message('reason_not_valid'),
      );
  }
  const devices = (value: unknown) => mapsOf(value).map(without);
  const preferences = EnergyPreferences.safeParse({
    energy_sources: accepted,
    device_consumption: devices(data.device_consumption),
    device_consumption_water: devices(data.device_consumption_water),
  });
  if (!preferences.success) {
    report.skipped('file', '.storage/energy', message('reason_energy_devices'));
    return;
  }
  plan.put('energy', 'preferences', preferences.data);
  report.imported('file', '.storage/energy');
}

/** One connection for each pair of flows. */
function connectionsOf({ flow_from, flow_to, power, cost_adjustment_day, type }: Fields): Fields[] {
  const [from, to, rates] = [mapsOf(flow_from), mapsOf(flow_to), mapsOf(power)];
  const count = Math.max(from.length, to.length, rates.length);
  return Array.from({ length: count }, (_, index) => {
    const { entity_energy_from: _f, ...bought } = from[index] ?? {};
    const sold = to[index] ?? {};
    return {
      ...{ type, cost_adjustment_day: cost_adjustment_day ?? 0 },
      ...bought,
      stat_energy_to: sold.stat_energy_to,
      stat_compensation: sold.stat_compensation,
      entity_energy_price_export: sold.entity_energy_price,
      number_energy_price_export: sold.number_energy_price,
      ...(rates[index]?.stat_rate === undefined ? {} : { stat_rate: rates[index].stat_rate }),
    };
  });
}

/** Without what is not set. */
function without(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
