import type { EnergyPreferences } from '../core/energy-preferences.ts';
import type { EnergySettings } from '../core/energy-settings.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { StatisticsParts } from './statistics-interface.ts';

/** A row of a statistic; times are in milliseconds since 1970. */
interface ConsumptionRow {
  readonly start: number;
  readonly change?: number | null;
  readonly mean?: number | null;
}

/** Which cost to compute again with the prices of its meter. */
export interface PriceCorrection {
  readonly meter: string;
  readonly flow: 'cost' | 'compensation';
  /** Full hours in milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly isDryRun: boolean;
}

/** What a correction of prices changes, or would change. */
export interface CorrectedCost {
  /** Hours of the meter that have a price. */
  readonly hours: number;
  readonly before: number;
  readonly after: number;
  /** The ID with which the change can be undone; null if nothing was changed. */
  readonly changeId: number | null;
}

/** The energy preferences as the interface uses them. */
export interface EnergyBook {
  /** Undefined until something was saved. */
  readonly saved: EnergyPreferences | undefined;
  /** Replaces what is given and returns all of it once it is durable. Throws `invalid_format` for contradictions. */
  save(changes: Partial<EnergyPreferences>): Promise<EnergyPreferences>;
  /** What is set beside the preferences. */
  readonly settings: EnergySettings;
  /** Replaces what is given and returns all of it once it is durable. Throws `invalid_format` for contradictions. */
  saveSettings(changes: Partial<EnergySettings>): Promise<EnergySettings>;
  /** Computes the statistics of a cost again. Throws `not_found` if the meter has no price. */
  correctPrices(correction: PriceCorrection): Promise<CorrectedCost>;
  /** What is wrong with each item of some preferences, in their order. */
  validate(
    preferences: EnergyPreferences,
  ): Promise<Readonly<Record<keyof EnergyPreferences, readonly object[]>>>;
  /** The sensor of the cost of each meter that has one. */
  costSensors(): ReadonlyMap<string, string>;
  /** Kilowatt-hours from fossil sources by the start of their period. */
  fossil(input: {
    readonly energy: readonly (readonly ConsumptionRow[])[];
    readonly share: readonly ConsumptionRow[];
    readonly period: '5minute' | 'hour' | 'day' | 'month';
    readonly timeZone: string;
  }): ReadonlyMap<number, number>;
}

/** What the API needs to answer questions about energy. */
export interface EnergyParts extends Pick<StatisticsParts, 'rows' | 'clock' | 'timeZone'> {
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly energy: EnergyBook;
  /** The config entry of an entity. */
  readonly entryOf: (entityId: string) => string | null | undefined;
}
