import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { FormValues } from '../form/form-field.ts';
import type { StepKind } from './step-kind.ts';

const MAX_LENGTH = 80;
const MAX_COUNT = 3;

/** A short summary of a step: entities by name, the start of templates. */
export function stepSummary(home: HomeStore, kind: StepKind, values: FormValues): string {
  const own = kind.summary?.(values);
  const { target, entity_id, device_id } = values;
  const { entity_id: ids, device_id: devices, area_id: areas } = (target ?? {}) as FormValues;
  const parts = [own, ids, devices, areas, own === undefined ? (entity_id ?? device_id) : undefined];
  const words = parts.flat(2).filter((one) => typeof one === 'string' || typeof one === 'number');
  const named = words
    .slice(0, MAX_COUNT)
    .map((one) => nameIn(home, String(one).trim()))
    .filter((one) => one !== '');
  const text = named.join(' · ') + (words.length > MAX_COUNT ? ' …' : '');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function nameIn(home: HomeStore, id: string): string {
  const entity = home.entity(id);
  if (entity !== undefined) return nameOf(entity);
  const device = home.places.devices.get(id);
  if (device !== undefined) return device.name_by_user ?? device.name ?? id;
  return home.places.areas.get(id)?.name ?? id;
}
