import type { RawConfig } from '../discovery-message.ts';
import type { Announcement } from './payloads.ts';
import { at, firstOf } from './readings.ts';
import type { TasmotaTopics } from './topics.ts';

/** A thing as discovery of MQTT would bring it; its key tells it from the others of its device. */
export interface Translated {
  readonly key: string;
  readonly component: string;
  readonly config: RawConfig;
}

/** What all translations of a device have at hand. */
export interface TasmotaDevice {
  readonly announcement: Announcement;
  readonly topics: TasmotaTopics;
  /** The keys every entity of the device has. */
  readonly common: RawConfig;
}

/** The name of a relay or light; the first speaks for its device where it is called the same. */
export function relayName({ dn, fn }: Announcement, i: number): string | null {
  const name = fn[i] ?? null;
  if (name === dn) return null;
  return name ?? `${dn} ${i + 1}`;
}

/** The words of a device for off and on, and the template that finds the state of one relay in its reports. */
export function power(
  { announcement, topics }: TasmotaDevice,
  i: number,
): { readonly keys: RawConfig; readonly template: string } {
  const own = [`POWER${i + 1}`];
  const keys = {
    state_topic: topics.reports,
    command_topic: topics.command(`POWER${i + 1}`),
    payload_off: announcement.state[0] ?? 'OFF',
    payload_on: announcement.state[1] ?? 'ON',
  };
  return { keys, template: i === 0 ? firstOf(own, ['POWER']) : at(...own) };
}
