import type { EnergySource, PowerConfig } from '../core/energy-preferences.ts';
import { objectIdOf } from '../core/entity-id.ts';

/** A power sensor that is computed from others, positive while power comes from the grid or out of a battery. */
export interface PowerSource {
  readonly entityId: string;
  /** The sensor whose power counts unchanged, if any. */
  readonly from: string | null;
  /** Whose power counts with the opposite sign. */
  readonly to: string;
  readonly kind: 'grid' | 'battery';
}

/** The computed power sensor of a source, if it needs one. */
export function powerSourceOf(source: EnergySource): PowerSource | undefined {
  if (source.type !== 'grid' && source.type !== 'battery') return undefined;
  const { type: kind, power_config: config } = source;
  const entityId = config === undefined ? undefined : entityIdOf(kind, config);
  if (entityId === undefined) return undefined;
  const to = config?.stat_rate_inverted ?? config?.stat_rate_to;
  return to === undefined ? undefined : { entityId, from: config?.stat_rate_from ?? null, to, kind };
}

/** A source with `stat_rate` as its `power_config` says. */
export function withRate(source: EnergySource): EnergySource {
  if (source.type !== 'grid' && source.type !== 'battery') return source;
  const rate = source.power_config?.stat_rate ?? powerSourceOf(source)?.entityId;
  return rate === undefined ? source : { ...source, stat_rate: rate };
}

function entityIdOf(kind: PowerSource['kind'], config: PowerConfig): string | undefined {
  const { stat_rate_inverted: inverted, stat_rate_from: from, stat_rate_to: to } = config;
  if (inverted !== undefined) return `sensor.${objectIdOf(inverted)}_inverted`;
  if (from === undefined || to === undefined) return undefined;
  return `sensor.energy_${kind}_${objectIdOf(from)}_${objectIdOf(to)}_net_power`;
}
