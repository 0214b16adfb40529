import { z } from 'zod';
import { WEEKDAYS } from './tariff-weekdays.ts';

const MAX_PRICES = 500;
const MAX_TARIFFS = 500;
const MAX_HOURS = 48;

const price = z.number().min(-1e6).max(1e6);
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::00)?$/);

/** Another price at some hours of the day; an end that is not after the start is on the next day. */
const TariffHours = z.strictObject({
  start: time,
  end: time,
  price,
  /** The days on which the hours begin; every day if missing. */
  days: z.array(z.enum(WEEKDAYS)).min(1).max(WEEKDAYS.length).exactOptional(),
});

/** The price per unit of the meter (per kWh of electricity) from a day of the home on. */
const DatedPrice = z.strictObject({
  from: z.iso.date(),
  price,
  /** The first that applies counts. */
  hours: z.array(TariffHours).max(MAX_HOURS).default([]),
});

/** The prices of a meter. */
const MeterTariff = z.strictObject({
  statistic_id: z.string().min(1).max(255),
  flow: z.enum(['cost', 'compensation']),
  prices: z.array(DatedPrice).min(1).max(MAX_PRICES),
});

/** The settings of the energy page that Home Assistant's preferences have no place for, as clients save them. */
export const energySettingFields = {
  /** The day on which a month of the energy page begins. */
  billing_day: z.int().min(1).max(28),
  tariffs: z.array(MeterTariff).max(MAX_TARIFFS),
};

export const EnergySettings = z.strictObject(energySettingFields);

export type EnergySettings = z.infer<typeof EnergySettings>;
export type MeterTariff = z.infer<typeof MeterTariff>;
export type DatedPrice = z.infer<typeof DatedPrice>;
export type TariffHours = z.infer<typeof TariffHours>;
