/** Energy at the meters in some time, in kWh. */
export interface Metered {
  readonly imported: number;
  readonly exported: number;
  readonly solar: number;
  readonly charged: number;
  readonly discharged: number;
}

/** Where energy came from and went to, in kWh. */
export interface Balance extends Metered {
  /** What the home used. */
  readonly home: number;
  readonly solarToHome: number;
  readonly solarToBattery: number;
  readonly solarToGrid: number;
  readonly batteryToHome: number;
  readonly batteryToGrid: number;
  readonly gridToHome: number;
  readonly gridToBattery: number;
}

export const NOTHING: Balance = {
  imported: 0,
  exported: 0,
  solar: 0,
  charged: 0,
  discharged: 0,
  home: 0,
  solarToHome: 0,
  solarToBattery: 0,
  solarToGrid: 0,
  batteryToHome: 0,
  batteryToGrid: 0,
  gridToHome: 0,
  gridToBattery: 0,
};

/**
 * Derives where energy went from what the meters counted in a short time: what leaves the home and what is stored is
 * solar energy first, the home uses the rest. A meter of the whole home takes precedence over what is left.
 */
export function balanceOf(metered: Metered, measured?: number): Balance {
  const positive = Object.fromEntries(
    Object.entries(metered).map(([key, value]) => [key, Math.max(0, value)]),
  ) as unknown as Metered;
  const { imported, exported, solar, charged, discharged } = positive;
  const solarToGrid = Math.min(solar, exported);
  const batteryToGrid = Math.min(discharged, exported - solarToGrid);
  const solarToBattery = Math.min(solar - solarToGrid, charged);
  const gridToBattery = Math.min(imported, charged - solarToBattery);
  const solarToHome = solar - solarToGrid - solarToBattery;
  const batteryToHome = discharged - batteryToGrid;
  const gridToHome = imported - gridToBattery;
  const home = Math.max(0, measured ?? solarToHome + batteryToHome + gridToHome);
  return {
    ...positive,
    home,
    ...{ solarToHome, solarToBattery, solarToGrid, batteryToHome, batteryToGrid, gridToHome, gridToBattery },
  };
}

/** The sum of two balances. */
export function added(one: Balance, other: Balance): Balance {
  const keys = Object.keys(NOTHING) as (keyof Balance)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as unknown as Balance;
}

/** The share of what the home used that did not come from the grid; undefined if it used nothing. */
export function selfSufficiency({ home, gridToHome }: Balance): number | undefined {
  return home > 0 ? Math.min(1, Math.max(0, 1 - gridToHome / home)) : undefined;
}

/** The share of the solar energy that was not exported; undefined if there was none. */
export function selfConsumption({ solar, solarToGrid }: Balance): number | undefined {
  return solar > 0 ? 1 - solarToGrid / solar : undefined;
}
