import type { DeviceKind } from '../../domains/definition/device-automations.ts';
import { ConfigProblem, type Path } from '../config/config-problem.ts';
import { type Config, Fields } from '../config/fields.ts';
import type { ParseHelp } from '../config/trigger.ts';
import { findKind } from './find-kind.ts';

/** A device trigger or condition, translated to one of its entity. */
export interface OfEntity {
  readonly kind: DeviceKind;
  readonly config: Config;
}

/** Parses the common keys and resolves the entity trigger or condition. Throws `ConfigProblem`. */
export function readOfEntity(
  of: 'triggers' | 'conditions',
  config: Config,
  path: Path,
  help: ParseHelp,
): OfEntity {
  const fields = new Fields(config, path, help);
  const device = fields.text('device_id');
  help.mentions.devices.add(device);
  help.mentions.used.add(device);
  const [domain, type] = [fields.text('domain'), fields.text('type')];
  fields.raw('metadata');
  const id = fields.entity('entity_id');
  const kind = findKind(of, domain, type);
  if (kind === undefined) {
    const what = of === 'triggers' ? 'trigger' : 'condition';
    throw new ConfigProblem(`Unknown device ${what} ${domain}.${type}`, fields.at('type'));
  }
  const given = Object.fromEntries(
    kind.keys.flatMap((key) => (fields.raw(key) === undefined ? [] : [[key, fields.raw(key)]])),
  );
  fields.finish();
  const own = kind.config(given);
  const passedOn = ['for', 'above', 'below', 'from', 'to'];
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => passedOn.includes(key)));
  return { kind, config: { entity_id: id, ...own, ...rest } };
}
