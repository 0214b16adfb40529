import type { DeviceKind } from '../../domains/definition/device-automations.ts';
import { configFault } from '../config/config-problem.ts';
import { Fields } from '../config/fields.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import { findKind } from './find-kind.ts';

/** A device trigger or condition, translated to one of its entity. */
export interface OfEntity {
  readonly kind: DeviceKind;
  readonly own: Fields;
}

/** Parses the common keys and resolves the entity trigger or condition. Throws `ConfigProblem`. */
export function readOfEntity(of: 'triggers' | 'conditions', fields: Fields, help: ParseHelp): OfEntity {
  const device = fields.text('device_id');
  help.mentions.devices.add(device);
  help.mentions.used.add(device);
  const [domain, type] = [fields.text('domain'), fields.text('type')];
  fields.raw('metadata');
  const id = fields.entity('entity_id');
  const kind = findKind(of, domain, type);
  if (kind === undefined) {
    const key = of === 'triggers' ? 'unknown_device_trigger' : 'unknown_device_condition';
    throw configFault(key, fields.at('type'), { type: `${domain}.${type}` });
  }
  const given = Object.fromEntries(
    kind.keys.flatMap((key) => (fields.raw(key) === undefined ? [] : [[key, fields.raw(key)]])),
  );
  fields.finish();
  const passedOn = ['for', 'above', 'below', 'from', 'to'];
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => passedOn.includes(key)));
  return { kind, own: new Fields({ entity_id: id, ...kind.config(given), ...rest }, fields.path, help) };
}
