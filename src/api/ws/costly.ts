import type { WorkTime } from '../../core/work-time.ts';
import type { Command } from './command.ts';

/** Commands that go through the whole house for an answer that may be small: thousands of them fit into one frame. */
const COSTLY: ReadonlySet<string> = new Set([
  'config/area_registry/list',
  'config/device_registry/list',
  'config/entity_registry/list',
  'config/entity_registry/list_for_display',
  'config/floor_registry/list',
  'config/label_registry/list',
  'explain_target',
  'extract_from_target',
  'get_services',
  'get_services_for_target',
  'search/related',
]);

/** The same commands; the time the costly ones take is taken from their caller's. */
export function countCostly(commands: readonly Command[], workTime: WorkTime): Command[] {
  return commands.map((command) => {
    const { handle } = command;
    if (!COSTLY.has(command.type) || handle === undefined) return command;
    return { ...command, handle: (call) => workTime.spend(call.access, () => handle(call)) };
  });
}
