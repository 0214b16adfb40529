import type { WorkTime } from '../../core/work-time.ts';
import type { Command } from './command.ts';

/** Commands that go through the whole house for an answer that may be small: thousands of them fit into one frame. */
export const COSTLY: ReadonlySet<string> = new Set([
  'config/area_registry/list',
  'config/category_registry/list',
  'config/device_registry/list',
  'config/device_registry/list_linked_devices',
  'config/entity_registry/list',
  'config/entity_registry/list_for_display',
  'config/floor_registry/list',
  'config/label_registry/list',
  'config_entries/get',
  'config_entries/subscribe',
  'entity/source',
  'explain_target',
  'extract_from_target',
  'get_conditions_for_target',
  'get_config',
  'get_services',
  'get_services_for_target',
  'get_states',
  'get_triggers_for_target',
  'hearth/rights',
  'integration/setup_info',
  'integration/wait',
  'manifest/get',
  'manifest/list',
  'search/related',
]);

/** The same commands; the time the costly ones take is taken from their caller's. */
export function countCostly(commands: readonly Command[], workTime: WorkTime): Command[] {
  return commands.map((command) => {
    if (!COSTLY.has(command.type)) return command;
    const { handle, subscribe } = command;
    return {
      ...command,
      ...(handle && { handle: (call) => workTime.spend(call.access, () => handle(call)) }),
      ...(subscribe && {
        subscribe: (call, feed) => workTime.spend(call.access, () => subscribe(call, feed)),
      }),
    };
  });
}
