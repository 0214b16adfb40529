import type { State } from '../core/state.ts';
import type { Services } from './services.ts';

/**
 * The same services, whose answer waits until what people said with the call outlives the process; `untilKept` gives what to wait for, or
 * undefined. Events of it go out at once. Where the disk does not take it the call is answered all the same: what was asked for has happened.
 */
export function keptServices(
  services: Services,
  untilKept: (states: readonly State[]) => Promise<void> | undefined,
): Services {
  return {
    descriptionsJson: (access) => services.descriptionsJson(access),
    call: async (request) => {
      const outcome = await services.call(request);
      const kept = untilKept(outcome.changed);
      if (kept !== undefined) await kept;
      return outcome;
    },
  };
}
