import type { Undo } from '../../../core/clock.ts';
import type { Item } from '../discovery/item.ts';
import type { TasmotaDevice } from './tasmota-kind.ts';

/** A device as far as it has announced itself, and what came of that. */
export interface Known {
  device: TasmotaDevice | undefined;
  sensors: Readonly<Record<string, unknown>>;
  readonly items: Map<string, { readonly item: Item; readonly kind: string; digest: string }>;
  /** Another device has its topics: it has nothing as long as that is so. */
  isDouble: boolean;
  /** Ends that it is listened to whether the device is there. */
  leave: Undo;
  cancelQuestions: Undo;
}

/** A device of which nothing is known yet. */
export function blank(): Known {
  return {
    device: undefined,
    sensors: {},
    items: new Map(),
    isDouble: false,
    leave: () => {},
    cancelQuestions: () => {},
  };
}

/** Neither listens to a device any more nor asks it. */
export function part(known: Known): void {
  known.leave();
  known.leave = () => {};
  known.cancelQuestions();
}
