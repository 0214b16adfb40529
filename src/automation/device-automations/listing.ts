import { domainOf } from '../../core/entity-id.ts';
import type { Json } from '../../core/json.ts';
import type { EntityEntry } from '../../entities/registry/entity-registry.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { entityIdOf } from '../config/entity-ids.ts';
import type { Config } from '../config/fields.ts';
import { actionsOf, kindsOf } from './find-kind.ts';

/** The kinds of listings of a device. */
export type Listing = 'trigger' | 'condition' | 'action';

type Seen = Pick<AutomationContext, 'home' | 'states' | 'ports'>;

/** The triggers, conditions or actions of a device, as configurations. */
export function listDevice(of: Listing, deviceId: string, setting: Seen): readonly Config[] {
  const { home, states, ports } = setting;
  const entries = home.registry.ofDevice(deviceId).filter((entry) => entry.disabled_by === null);
  const own = entries.flatMap((entry) => {
    const domain = domainOf(entry.entity_id);
    const state = states.get(entry.entity_id);
    const kinds =
      of === 'action'
        ? actionsOf(domain, state)
        : kindsOf(of === 'trigger' ? 'triggers' : 'conditions', domain, state);
    return kinds.map(({ type }) => itemOf(of, deviceId, entry, { domain, type }));
  });
  const announced = of === 'trigger' ? (ports.mqtt?.triggersOf(deviceId) ?? []) : [];
  return [
    ...announced.map(({ domain = 'mqtt', type, subtype, discoveryId }) => ({
      platform: 'device',
      domain,
      device_id: deviceId,
      type,
      subtype,
      ...(discoveryId === undefined ? {} : { discovery_id: discoveryId }),
      metadata: {},
    })),
    ...own,
  ];
}

function itemOf(
  of: Listing,
  deviceId: string,
  entry: EntityEntry,
  { domain, type }: { readonly domain: string; readonly type: string },
): Config {
  const secondary = entry.entity_category !== null || entry.hidden_by !== null;
  return {
    ...(of === 'trigger' ? { platform: 'device' } : of === 'condition' ? { condition: 'device' } : {}),
    device_id: deviceId,
    domain,
    entity_id: entry.id,
    type,
    metadata: { secondary },
  };
}

/** The form of one listed item; empty without a form. */
export function capabilitiesOf(of: Listing, { domain, type, entity_id: id }: Config, setting: Seen): Config {
  if (typeof domain !== 'string' || typeof type !== 'string' || typeof id !== 'string') return {};
  const state = setting.states.get(entityIdOf(setting, id));
  const kinds =
    of === 'action'
      ? actionsOf(domain, state)
      : kindsOf(of === 'trigger' ? 'triggers' : 'conditions', domain, state);
  const fields: readonly Json[] | undefined = kinds.find((kind) => kind.type === type)?.fields?.(state);
  return fields === undefined ? {} : { extra_fields: fields };
}
