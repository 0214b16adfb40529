import type { EnergyDevice } from './energy-preferences.ts';

/** A device with what it used and the devices that are part of it. */
export interface DeviceShare {
  readonly id: string;
  readonly name: string;
  readonly used: number;
  readonly parts: readonly DeviceShare[];
}

/** The devices of a home, those that are part of another one below it; most consumption first. */
export function deviceShares(
  devices: readonly EnergyDevice[],
  usedBy: (id: string) => number,
  nameOf: (device: EnergyDevice) => string,
): readonly DeviceShare[] {
  const parents = new Map(devices.map((device) => [device.stat_consumption, device.included_in_stat]));
  const parentOf = (id: string): string | undefined => {
    const parent = parents.get(id);
    // Of devices that contain each other none is a part.
    const seen = new Set([id]);
    for (let at = parent; at !== undefined && parents.has(at); at = parents.get(at)) {
      if (seen.has(at)) return undefined;
      seen.add(at);
    }
    return parent !== undefined && parents.has(parent) ? parent : undefined;
  };
  const below = (parent: string | undefined): DeviceShare[] =>
    devices
      .filter(({ stat_consumption: id }) => parentOf(id) === parent)
      .map((device) => {
        const id = device.stat_consumption;
        return { id, name: nameOf(device), used: Math.max(0, usedBy(id)), parts: below(id) };
      })
      .sort((one, other) => other.used - one.used);
  return below(undefined);
}

/** What the home used beyond its measured devices. */
export function notMeasured(home: number, shares: readonly DeviceShare[]): number {
  return Math.max(0, home - shares.reduce((sum, { used }) => sum + used, 0));
}
