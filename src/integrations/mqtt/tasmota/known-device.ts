import type { Undo } from '../../../core/clock.ts';
import type { Item } from '../discovery/item.ts';
import type { TasmotaDevice } from './tasmota-kind.ts';

/** The announcements of a device, and the items created from them. */
export interface Known {
  device: TasmotaDevice | undefined;
  sensors: Readonly<Record<string, unknown>>;
  readonly items: Map<string, { readonly item: Item; readonly kind: string; digest: string }>;
  /** Another device has the same topics: as long as that is so, this one has no entities. */
  isDouble: boolean;
  /** Unsubscribes from the topic that reports whether the device is online. */
  leave: Undo;
  cancelQuestions: Undo;
}

/** A device that nothing is known about yet. */
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

/** Unsubscribes from a device and cancels pending queries. */
export function part(known: Known): void {
  known.leave();
  known.leave = () => {};
  known.cancelQuestions();
}
