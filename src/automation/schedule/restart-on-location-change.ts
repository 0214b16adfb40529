import type { Undo } from '../../core/clock.ts';
import type { AutomationContext } from '../config/automation-context.ts';

/** Begins to wait, and anew when the home is moved or its clocks are set to another zone. */
export function restartOnLocationChange(
  { happenings }: Pick<AutomationContext, 'happenings'>,
  wait: () => Undo,
): Undo {
  let cancel = wait();
  const undo = happenings.onEvent('core_config_updated', () => {
    cancel();
    cancel = wait();
  });
  return () => {
    undo();
    cancel();
  };
}
