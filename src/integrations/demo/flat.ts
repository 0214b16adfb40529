import { kitchen, livingRoom } from './rooms-day.ts';
import { bathAndHall, bedroom, utility } from './rooms-night.ts';
import type { IsOn, SimulatedDevice } from './simulated-device.ts';
import { climateDevices } from './things-comfort.ts';
import { householdDevices } from './things-household.ts';
import { mediaDevices } from './things-media.ts';
import { safetyDevices } from './things-safety.ts';

/** A home for two, some hundred entities of every domain devices have; the same each time. */
export function flat(isOn: IsOn): SimulatedDevice[] {
  return [
    ...livingRoom(),
    ...kitchen(isOn),
    ...bedroom(),
    ...bathAndHall(),
    ...utility(isOn),
    ...climateDevices(),
    ...mediaDevices(),
    ...safetyDevices(),
    ...householdDevices(),
  ];
}
