import { fault } from '../../core/errors.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';

/**
 * What a configuration refers to, for `search/related` and for finding broken references. Templates are not
 * inspected.
 */
export class Mentions {
  readonly entities: Set<string> = new Set();
  readonly devices: Set<string> = new Set();
  readonly areas: Set<string> = new Set();
  readonly floors: Set<string> = new Set();
  readonly labels: Set<string> = new Set();
  /** Devices whose own triggers, conditions and actions it uses. */
  readonly used: Set<string> = new Set();
}

/** Throws if a configuration uses the capabilities of an unknown device. */
export function refuseUnknownDevices(
  { used }: Mentions,
  { devices }: Pick<HomeModel, 'devices'>,
  code: 'home_assistant_error' | 'invalid_format',
): void {
  const unknown = [...used].find((id) => devices.get(id) === undefined);
  if (unknown !== undefined) throw fault(code, 'unknown_device', { unknown });
}
