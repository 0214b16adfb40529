import { fault } from '../../core/errors.ts';
import { configFault } from '../config/config-problem.ts';
import { findAction } from '../device-automations/find-kind.ts';
import type { ActionKind } from './action.ts';
import { callService, entityIdsOf } from './call.ts';
import { renderIn } from './render.ts';

type Data = Readonly<Record<string, unknown>>;

/** `device_id`: an action of a device, by the name its domain has for it. */
export const deviceAction: ActionKind = {
  keys: ['device_id'],
  parse: (keys, help) => {
    const device = keys.text('device_id');
    const domain = keys.text('domain');
    const type = keys.text('type');
    const entity = keys.optionalText('entity_id');
    keys.raw('metadata');
    const meant = findAction(domain, type);
    if (meant === undefined)
      throw configFault('unknown_device_action', keys.path, { type: `${domain}.${type}` });
    if (entity === undefined)
      throw configFault('required_key_is_missing', keys.at('entity_id'), { name: 'entity_id' });
    const given = Object.fromEntries(
      (meant.keys ?? []).filter((key) => keys.has(key)).map((key) => [key, keys.tree(key)]),
    );
    help.mentions.devices.add(device);
    help.mentions.used.add(device);
    if (entity.includes('.')) help.mentions.entities.add(entity);
    return function* (step) {
      const { home, rendering } = step.run.parts.setting;
      const id = entityIdsOf(home, entity);
      if (typeof id !== 'string' || !id.includes('.'))
        throw fault('home_assistant_error', 'no_entity_of_device_has_id', { device, entity });
      const rendered = rendering.tree(given, step.scope.all, renderIn(step)) as Data;
      const data = { ...(meant.data?.(rendered) ?? rendered), entity_id: id };
      step.traced.result({ params: { domain, service: meant.service, service_data: data, target: {} } });
      yield* callService(step, { domain, service: meant.service, data });
    };
  },
};
