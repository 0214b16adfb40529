import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { isoTime } from '../../../core/clock.ts';
import { energyPreferenceFields } from '../../../core/energy-preferences.ts';
import { energySettingFields } from '../../../core/energy-settings.ts';
import { fault } from '../../../core/errors.ts';
import { solarForecasts } from '../../../entities/visibility/solar-forecasts.ts';
import { visibleEnergy } from '../../../entities/visibility/visible-energy.ts';
import { visibleStatistics } from '../../../entities/visibility/visible-statistics.ts';
import type { EnergyParts } from '../../energy-interface.ts';
import { EnergyPreferencesShape } from '../../shapes/history-shapes.ts';
import { AnyObject, keyed, Names, object } from '../../shapes/plain-shapes.ts';
import type { RowsQuestion } from '../../statistics-interface.ts';
import { readMoment } from '../../statistics-times.ts';
import { type Command, defineCommand } from '../command.ts';

const MAX_IDS = 1000;
const HOUR = 3_600_000;
const NONE = { energy_sources: [], device_consumption: [], device_consumption_water: [] };

type Rows = Record<string, { start: number; change?: number | null; mean?: number | null }[]>;

/** The commands of the energy page: its preferences, what is wrong with them, and the use of fossil energy. */
export function energyCommands(parts: EnergyParts): Command[] {
  const { energy, rows, states, clock, timeZone } = parts;
  return [
    defineCommand({
      type: 'energy/get_prefs',
      permission: 'user',
      summary: 'The energy preferences: sources and devices whose meters the caller may read',
      result: EnergyPreferencesShape,
      fields: {},
      handle: ({ access }) => {
        const { saved } = energy;
        if (saved === undefined) throw fault('not_found', 'energy_not_set_up', {});
        return visibleEnergy(saved, access, states);
      },
    }),
    defineCommand({
      type: 'energy/save_prefs',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Replaces the given parts of the energy preferences and returns all of them',
      result: EnergyPreferencesShape,
      fields: {
        energy_sources: energyPreferenceFields.energy_sources.exactOptional(),
        device_consumption: energyPreferenceFields.device_consumption.exactOptional(),
        device_consumption_water: energyPreferenceFields.device_consumption_water.exactOptional(),
      },
      handle: ({ message: { energy_sources, device_consumption, device_consumption_water } }) =>
        energy.save({
          ...(energy_sources === undefined ? {} : { energy_sources }),
          ...(device_consumption === undefined ? {} : { device_consumption }),
          ...(device_consumption_water === undefined ? {} : { device_consumption_water }),
        }),
    }),
    defineCommand({
      type: 'energy/info',
      permission: 'user',
      summary: 'The sensor of the cost of each meter that has one',
      result: object({ cost_sensors: keyed(z.string()), solar_forecast_domains: Names }),
      fields: {},
      handle: ({ access }) => ({
        cost_sensors: Object.fromEntries(
          [...energy.costSensors()].filter(
            (pair) => visibleStatistics(pair, access, states).length === pair.length,
          ),
        ),
        solar_forecast_domains: [],
      }),
    }),
    defineCommand({
      type: 'energy/validate',
      permission: 'user',
      summary: 'What keeps sources and devices of the energy preferences from being shown',
      result: keyed(z.array(z.array(AnyObject))),
      fields: {},
      handle: ({ access }) => energy.validate(visibleEnergy(energy.saved ?? NONE, access, states)),
    }),
    defineCommand({
      type: 'hearth/energy/settings',
      permission: 'user',
      summary: 'The billing day, and the tariffs of the meters that the caller may read',
      result: object({ billing_day: z.number(), tariffs: z.array(z.unknown()) }),
      fields: {},
      handle: ({ access }) => {
        const { billing_day, tariffs } = energy.settings;
        const visible = visibleStatistics(
          tariffs.map(({ statistic_id }) => statistic_id),
          access,
          states,
        );
        return {
          billing_day,
          tariffs: tariffs.filter(({ statistic_id }) => visible.includes(statistic_id)),
        };
      },
    }),
    defineCommand({
      type: 'hearth/energy/save_settings',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Replaces the given settings of the energy page and returns all of them',
      result: object({ billing_day: z.number(), tariffs: z.array(z.unknown()) }),
      fields: {
        billing_day: energySettingFields.billing_day.exactOptional(),
        tariffs: energySettingFields.tariffs.exactOptional(),
      },
      handle: ({ message: { billing_day, tariffs } }) =>
        energy.saveSettings({
          ...(billing_day === undefined ? {} : { billing_day }),
          ...(tariffs === undefined ? {} : { tariffs }),
        }),
    }),
    defineCommand({
      type: 'hearth/energy/correct_prices',
      permission: 'admin',
      summary:
        'Computes the statistics of a cost again with the prices of its meter; undo with `hearth/statistics/undo`',
      result: object({ change_id: z.number().nullable() }),
      fields: {
        statistic_id: z.string().max(255),
        flow: z.enum(['cost', 'compensation']).default('cost'),
        start_time: z.string().max(100),
        end_time: z.string().max(100).optional(),
        dry_run: z.boolean().default(false),
      },
      handle: async ({ message: { statistic_id: meter, flow, start_time, end_time, dry_run: isDryRun } }) => {
        const start = readMoment(start_time, timeZone());
        if (start === null) throw fault('invalid_start_time', 'statistics_start_invalid');
        const end = end_time === undefined ? clock.now() : readMoment(end_time, timeZone());
        if (end === null) throw fault('invalid_end_time', 'statistics_end_invalid');
        const [from, to] = [Math.floor(start / HOUR) * HOUR, Math.floor(end / HOUR) * HOUR];
        if (from >= to) throw fault('invalid_time_range', 'statistics_range_reversed');
        const { changeId, ...sums } = await energy.correctPrices({ meter, flow, from, to, isDryRun });
        return { ...sums, change_id: changeId };
      },
    }),
    defineCommand({
      type: 'energy/solar_forecast',
      permission: 'user',
      summary:
        'Watt-hours by time of the sensors or config entries that solar sources name as their forecast',
      result: AnyObject,
      fields: {},
      handle: ({ access }) =>
        solarForecasts(visibleEnergy(energy.saved ?? NONE, access, states), parts, access),
    }),
    defineCommand({
      type: 'energy/fossil_energy_consumption',
      permission: 'user',
      summary: 'Kilowatt-hours from fossil sources, by the start of their period',
      result: keyed(z.number()),
      fields: {
        start_time: z.string().max(100),
        end_time: z.string().max(100),
        energy_statistic_ids: z.array(z.string()).max(MAX_IDS),
        co2_statistic_id: z.string(),
        period: z.enum(['5minute', 'hour', 'day', 'month']),
      },
      handle: async ({ message, access }) => {
        const { energy_statistic_ids: meters, co2_statistic_id: share, period } = message;
        const start = readMoment(message.start_time, timeZone());
        if (start === null) throw fault('invalid_start_time', 'statistics_start_invalid');
        const end = readMoment(message.end_time, timeZone());
        if (end === null) throw fault('invalid_end_time', 'statistics_end_invalid');
        const read = (ids: readonly string[], type: 'change' | 'mean'): Promise<Rows> => {
          const statisticIds = visibleStatistics(ids, access, states);
          const length = period === '5minute' ? '5minute' : 'hour';
          const units = type === 'change' ? { energy: 'kWh' } : {};
          const question = { statisticIds, start, end, period: length, types: [type], units } as const;
          return rowsOf({ rows }, { ...question, timeZone: timeZone() }, access);
        };
        const [used, shares] = [await read(meters, 'change'), await read([share], 'mean')];
        const sums = energy.fossil({
          energy: Object.values(used),
          share: shares[share] ?? [],
          period,
          timeZone: timeZone(),
        });
        return Object.fromEntries([...sums].map(([at, value]) => [secondText(at), value]));
      },
    }),
  ];
}

/** Rows of statistics as values. */
async function rowsOf(
  { rows }: Pick<EnergyParts, 'rows'>,
  question: RowsQuestion,
  access: Access,
): Promise<Rows> {
  if (question.statisticIds.length === 0) return {};
  const chunks: Uint8Array[] = [];
  for await (const chunk of rows(question, access)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** A whole second in ISO 8601, as Home Assistant writes it. */
function secondText(at: number): string {
  return isoTime(at).replace(/\.0+\+/, '+');
}
