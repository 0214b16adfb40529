import { numberText, temperature, withUnit } from '../../parts/number-text.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { Room } from './home-layout.ts';

/** The sensors of the temperature and humidity of a room: the chosen ones, or the first of each. */
export function climateIds(
  home: HomeStore,
  { area, readings }: Pick<Room, 'area' | 'readings'>,
): readonly string[] {
  if (area === undefined) return [];
  const by = (kind: string): string | undefined =>
    readings.find((id) => home.entity(id)?.attributes.device_class === kind);
  const ids = [area.temperature_entity_id ?? by('temperature'), area.humidity_entity_id ?? by('humidity')];
  return ids.filter((id): id is string => id != null);
}

/** What they measure: `21° · 45%`. */
export function climateText(home: HomeStore, ids: readonly string[]): string {
  const values = ids.flatMap((id) => {
    const entity = home.entity(id);
    const value = Number(entity?.state);
    if (entity === undefined || entity.state.trim() === '' || !Number.isFinite(value)) return [];
    const isWarmth = entity.attributes.device_class === 'temperature';
    return [isWarmth ? temperature(value) : withUnit(numberText(String(Math.round(value))), '%')];
  });
  return values.join(' · ');
}
