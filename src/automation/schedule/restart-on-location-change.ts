import type { Undo } from '../../core/clock.ts';
import type { AutomationContext } from '../config/automation-context.ts';

/** Calls `wait`, and again when the location or time zone of the home changes. */
export function restartOnLocationChange(
  { events }: Pick<AutomationContext, 'events'>,
  wait: () => Undo,
): Undo {
  let cancel = wait();
  const undo = events.onEvent('core_config_updated', () => {
    cancel();
    cancel = wait();
  });
  return () => {
    undo();
    cancel();
  };
}
