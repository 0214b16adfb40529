import { z } from 'zod';
import { roundHalfEven } from '../../../core/rounding.ts';
import { weatherDomain } from '../../../domains/weather/weather.ts';
import { finiteNumber } from '../../../jinja/values/plain.ts';
import { commonFields, template } from '../fields.ts';
import { defineTemplateKind, type Reading, type TemplateKind } from '../template-kind.ts';
import { attributeOf, isUnknown, listOf, textOf } from '../values.ts';
import { numberReading, wordReading } from './readings.ts';

const MEASURED = [
  ...['temperature', 'humidity', 'apparent_temperature', 'dew_point', 'ozone', 'cloud_coverage', 'uv_index'],
  ...['pressure', 'wind_gust_speed', 'wind_speed', 'visibility'],
] as const;
const FORECASTS = ['daily', 'hourly', 'twice_daily'] as const;
const UNITS = ['temperature', 'pressure', 'wind_speed', 'visibility', 'precipitation'] as const;

const schema = z.strictObject({
  ...commonFields,
  condition: template,
  wind_bearing: template.optional(),
  attribution: template.optional(),
  ...Object.fromEntries(MEASURED.map((name) => [name, template.optional()])),
  ...Object.fromEntries(FORECASTS.map((name) => [`forecast_${name}`, template.optional()])),
  ...Object.fromEntries(UNITS.map((name) => [`${name}_unit`, z.string().optional()])),
});
type Config = z.infer<typeof schema> & Readonly<Record<string, unknown>>;

/** Template weather entities. */
export const weatherKind: TemplateKind = defineTemplateKind<Config>({
  domain: weatherDomain,
  schema,
  actionKeys: [],
  describe: (config) => ({
    features: FORECASTS.filter((name) => config[`forecast_${name}`] !== undefined).map(
      (name) => `forecast_${name}`,
    ),
    nativeUnits: Object.fromEntries(UNITS.map((name) => [name, textAt(config, `${name}_unit`) ?? 'home'])),
    values: { condition: null },
  }),
  readings: (config) => [
    wordReading(
      { key: 'condition', template: config.condition, isMain: true },
      weatherDomain.states as string[],
    ),
    ...MEASURED.map((key) => numberReading({ key, template: textAt(config, key) })),
    {
      key: 'wind_bearing',
      template: config.wind_bearing,
      reports: ['wind_bearing'],
      read: (value) => ({ wind_bearing: isUnknown(value) ? null : (finiteNumber(value) ?? textOf(value)) }),
    },
    ...FORECASTS.map((name) => forecastReading(`forecast_${name}`, config)),
  ],
  answer: ({ fields }, values) => ({ forecast: values[`forecast_${fields.type}`] ?? [] }),
});

/** Humidity is reported in whole percent. */
function wholeHumidity(entry: unknown): unknown {
  const { humidity } = entry as { readonly humidity?: unknown };
  return typeof humidity === 'number' ? { ...(entry as object), humidity: roundHalfEven(humidity) } : entry;
}

function textAt(config: Config, key: string): string | undefined {
  const value = config[key];
  return typeof value === 'string' ? value : undefined;
}

function forecastReading(key: string, config: Config): Reading {
  return {
    key,
    template: textAt(config, key),
    reports: [key],
    read: (value) => {
      if (isUnknown(value)) return { [key]: [] };
      const entries = listOf(value)?.map(attributeOf);
      const isForecast = entries?.every(
        (entry) => typeof entry === 'object' && entry !== null && 'datetime' in entry,
      );
      return isForecast === true
        ? { [key]: entries.map(wholeHumidity) }
        : 'a list of entries, each with its datetime';
    },
  };
}
