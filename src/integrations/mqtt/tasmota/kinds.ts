import type { Component } from '../entity/component.ts';
import { cameraOf, tasmotaCamera } from './camera.ts';
import { contactsOf, tasmotaContact } from './contact.ts';
import { fanOf, tasmotaFan } from './fan.ts';
import { lightOf, tasmotaLight } from './light.ts';
import { relayLight, relayOf, relaySwitch } from './relay.ts';
import { tasmotaSensor } from './sensors.ts';
import { shuttersOf, tasmotaShutter } from './shutter.ts';
import { statusSensorsOf, tasmotaStatusSensor } from './status-sensors.ts';
import type { TasmotaDevice, Translated } from './tasmota-kind.ts';
import { triggersOf } from './triggers.ts';

/** Every kind of entity that devices with Tasmota have. */
export const tasmotaKinds: readonly Component[] = [
  relaySwitch,
  relayLight,
  tasmotaLight,
  tasmotaFan,
  tasmotaShutter,
  tasmotaContact,
  tasmotaSensor,
  tasmotaStatusSensor,
  tasmotaCamera,
];

/** Relay types. */
const [RELAY, LIGHT] = [1, 2];

/** All items of a device except its sensors. `complain` receives what is not supported. */
export function translate(device: TasmotaDevice, warn: (reason: string) => void): Translated[] {
  const { announcement } = device;
  const { so, cam } = announcement;
  const isFan = announcement.if === 1;
  const shutters = shuttersOf(device);
  if (typeof shutters === 'string') warn(shutters);
  // The light of a ceiling fan is on/off, whatever the device announces.
  const behind = announcement.rl.map((kind, i) => (isFan && i === 0 && kind === LIGHT ? RELAY : kind));
  const isLamp = (i: number): boolean => so['30'] === 1 || (isFan && i === 0);
  return [
    ...contactsOf(device),
    ...(cam === 1 ? [cameraOf(device)] : []),
    ...(typeof shutters === 'string' ? [] : shutters),
    ...(isFan ? [fanOf(device)] : []),
    ...behind.flatMap((kind, i) => (kind === LIGHT ? [lightOf(device, i)] : [])),
    ...behind.flatMap((kind, i) => (kind === RELAY && isLamp(i) ? [relayOf(device, i, 'light')] : [])),
    ...statusSensorsOf(device),
    ...announcement.rl.flatMap((kind, i) =>
      kind === RELAY && so['30'] !== 1 ? [relayOf(device, i, 'switch')] : [],
    ),
    ...triggersOf(device),
  ];
}
