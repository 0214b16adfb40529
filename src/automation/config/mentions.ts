import { fault } from '../../core/errors.ts';
import type { House } from '../../entities/home/house.ts';

/** What a configuration names, for `search/related` and for finding what is broken. Templates are not looked into. */
export class Mentions {
  readonly entities: Set<string> = new Set();
  readonly devices: Set<string> = new Set();
  readonly areas: Set<string> = new Set();
  readonly floors: Set<string> = new Set();
  readonly labels: Set<string> = new Set();
  /** Devices of whose own triggers, conditions and actions it makes use. */
  readonly used: Set<string> = new Set();
}

/** Throws where a configuration makes use of what a device can do that is not there. */
export function refuseUnknownDevices(
  { used }: Mentions,
  { devices }: Pick<House, 'devices'>,
  code: 'home_assistant_error' | 'invalid_format',
): void {
  const unknown = [...used].find((id) => devices.get(id) === undefined);
  if (unknown !== undefined) throw fault(code, 'unknown_device', { unknown });
}
