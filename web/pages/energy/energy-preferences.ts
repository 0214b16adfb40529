import type { Connection } from 'home-assistant-js-websocket';

/** A source of energy, gas or water; which fields it has depends on its type. */
export interface EnergySource {
  readonly type: 'grid' | 'solar' | 'home' | 'battery' | 'gas' | 'water';
  readonly name?: string;
  readonly stat_energy_from?: string | null;
  readonly stat_energy_to?: string | null;
  readonly stat_cost?: string | null;
  readonly stat_compensation?: string | null;
  readonly entity_energy_price?: string | null;
  readonly number_energy_price?: number | null;
  readonly entity_energy_price_export?: string | null;
  readonly number_energy_price_export?: number | null;
  readonly stat_rate?: string;
  readonly power_config?: Readonly<Record<string, string>>;
  readonly cost_adjustment_day?: number;
}

/** A device whose consumption is measured. */
export interface EnergyDevice {
  readonly stat_consumption: string;
  readonly name?: string;
  readonly stat_rate?: string;
  /** The device of which this one is a part. */
  readonly included_in_stat?: string;
}

/** What the energy page shows. */
export interface EnergyPreferences {
  readonly energy_sources: readonly EnergySource[];
  readonly device_consumption: readonly EnergyDevice[];
  readonly device_consumption_water: readonly EnergyDevice[];
}

export type PreferenceList = keyof EnergyPreferences;

/** Something that keeps an item from being shown. */
export interface EnergyIssue {
  readonly type: string;
  readonly affected_entities: readonly (readonly [string, string | number | null])[];
  readonly translation_placeholders: Readonly<Record<string, string>> | null;
}

/** The issues of each item, in the order of the preferences. */
export type EnergyIssues = Readonly<Record<PreferenceList, readonly (readonly EnergyIssue[])[]>>;

/** A statistic that can be chosen. */
export interface StatisticInfo {
  readonly statistic_id: string;
  readonly name: string | null;
  readonly has_sum: boolean;
  readonly unit_class: string | null;
  readonly statistics_unit_of_measurement: string | null;
}

export const NO_PREFERENCES: EnergyPreferences = {
  energy_sources: [],
  device_consumption: [],
  device_consumption_water: [],
};

/** The saved preferences; undefined until something was saved. */
export async function readPreferences(connection: Connection): Promise<EnergyPreferences | undefined> {
  try {
    return await connection.sendMessagePromise<EnergyPreferences>({ type: 'energy/get_prefs' });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'not_found') return undefined;
    throw error;
  }
}

export const savePreferences = (
  connection: Connection,
  preferences: Partial<EnergyPreferences>,
): Promise<EnergyPreferences> => connection.sendMessagePromise({ type: 'energy/save_prefs', ...preferences });

export const validatePreferences = (connection: Connection): Promise<EnergyIssues> =>
  connection.sendMessagePromise({ type: 'energy/validate' });

export const listStatistics = (connection: Connection): Promise<readonly StatisticInfo[]> =>
  connection.sendMessagePromise({ type: 'recorder/list_statistic_ids' });

/** The sensors of the cost of each meter that has one. */
export async function readCostSensors(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { cost_sensors } = await connection.sendMessagePromise<{ cost_sensors: Record<string, string> }>({
    type: 'energy/info',
  });
  return new Map(Object.entries(cost_sensors));
}
