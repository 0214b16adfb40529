import { kitchen, livingRoom } from './rooms-day.ts';
import { bathAndHall, bedroom, utility } from './rooms-night.ts';
import type { IsOn, SimulatedDevice } from './simulated-device.ts';

/** A flat for two, some forty entities; the same each time. */
export function flat(isOn: IsOn): SimulatedDevice[] {
  return [...livingRoom(), ...kitchen(isOn), ...bedroom(), ...bathAndHall(), ...utility(isOn)];
}
