import { z } from 'zod';
import { isEntityId } from '../../core/entity-id.ts';
import type { Part } from '../../core/lifecycle.ts';
import { issuesText } from '../../core/parse.ts';
import { schemaError } from '../../core/schema-error.ts';
import { slugify } from '../../core/slug.ts';
import { booleanSchema, durationSchema, textListSchema, textSchema } from '../../domains/definition/field.ts';
import type { EntryParts } from '../entries/entry-kind.ts';
import { CYCLES, cronOfCycle } from './cycle-pattern.ts';
import { UtilityMeter } from './utility-meter.ts';

const MINUTE = 60_000;
const MAX_OFFSET = 28 * 1440 * MINUTE;

/** A meter in the settings file, under Home Assistant's keys [history facts §7.3]. */
const FileMeter = z
  .strictObject({
    source: z.string().refine(isEntityId, schemaError('expects_entity_id')),
    name: textSchema.optional(),
    unique_id: textSchema.optional(),
    cycle: z.enum(CYCLES, schemaError('expects_one_of', { words: CYCLES.join(', ') })).optional(),
    offset: durationSchema
      .refine((length) => length >= 0 && length < MAX_OFFSET, schemaError('expects_meter_offset'))
      .default(0),
    cron: z.string().optional(),
    tariffs: textListSchema
      .refine((tariffs) => new Set(tariffs).size === tariffs.length, schemaError('expects_unique_tariffs'))
      .default([]),
    net_consumption: booleanSchema.default(false),
    delta_values: booleanSchema.default(false),
    periodically_resetting: booleanSchema.default(true),
    always_available: booleanSchema.default(false),
  })
  .refine(
    ({ cron, cycle }) => cron === undefined || cycle === undefined,
    schemaError('expects_cycle_or_cron'),
  )
  .refine(
    ({ cron, offset }) => cron === undefined || offset === 0,
    schemaError('expects_no_offset_with_cron'),
  );

/** Reads the section `utility_meter`, with those of packages, by object ID. */
export type ReadMeters = () => Promise<ReadonlyMap<string, unknown>>;

/** The meters of the settings file. */
export class MetersOfFile implements Part {
  readonly name = 'utility meters';
  private readonly parts: EntryParts;
  private readonly read: ReadMeters;
  private readonly meters: UtilityMeter[] = [];

  constructor(parts: EntryParts, read: ReadMeters) {
    this.parts = parts;
    this.read = read;
  }

  async start(): Promise<void> {
    for (const [key, item] of await this.read()) this.add(key, item);
  }

  stop(): void {
    for (const meter of this.meters.splice(0)) meter.close();
  }

  private add(key: string, item: unknown): void {
    const { log } = this.parts;
    const { success, data, error } = FileMeter.safeParse(item);
    if (!success) {
      log.error(`utility_meter ${key} in the settings: ${issuesText(error.issues, item)}`);
      return;
    }
    const { name = key, unique_id: uniqueId, cycle, cron, offset } = data;
    try {
      const meter = new UtilityMeter(
        {
          name,
          objectId: slugify(key),
          entryId: undefined,
          selectId: uniqueId,
          uniqueIdOf: (tariff = 'single_tariff') =>
            uniqueId === undefined ? undefined : `${uniqueId}_${tariff}`,
          source: data.source,
          tariffs: data.tariffs,
          cron: cycle === undefined ? cron : cronOfCycle(cycle, offset / MINUTE),
          rules: {
            isNet: data.net_consumption,
            hasDeltas: data.delta_values,
            isResetting: data.periodically_resetting,
          },
          isAlwaysAvailable: data.always_available,
        },
        this.parts,
      );
      this.meters.push(meter);
    } catch (failure) {
      log.error(`utility_meter ${key} in the settings cannot be used`, { error: failure });
    }
  }
}
