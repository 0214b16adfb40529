import { roundHalfEven } from '../../core/rounding.ts';
import {
  type Command,
  defineDomain,
  defineService,
  type EntityView,
  type Values,
} from '../definition/define-domain.ts';
import { oneOf } from '../definition/field.ts';
import { percent, TEMPERATURE } from '../definition/measure.ts';
import { refusal } from '../definition/refusal.ts';

const CONDITIONS = [
  'clear-night',
  'cloudy',
  'exceptional',
  'fog',
  'hail',
  'lightning',
  'lightning-rainy',
  'partlycloudy',
  'pouring',
  'rainy',
  'snowy',
  'snowy-rainy',
  'sunny',
  'windy',
  'windy-variant',
] as const;

/** The reported values of a weather service, in the units its source names. */
export interface WeatherValues {
  readonly [key: string]: unknown;
  readonly condition: (typeof CONDITIONS)[number] | null;
}

type WeatherView = EntityView<WeatherValues>;

const MEASURED = {
  temperature: { description: 'Air temperature.', quantity: 'temperature' },
  apparent_temperature: { description: 'Apparent temperature.', quantity: 'temperature' },
  dew_point: { description: 'Dew point.', quantity: 'temperature' },
  humidity: { description: 'Humidity in percent.' },
  ozone: { description: 'Ozone.' },
  cloud_coverage: { description: 'Cloud coverage, in percent.' },
  uv_index: { description: 'UV index.' },
  pressure: { description: 'Air pressure.', quantity: 'pressure' },
  wind_bearing: { description: 'Wind direction, in degrees or as a compass point.' },
  wind_gust_speed: { description: 'Wind gust speed.', quantity: 'wind_speed' },
  wind_speed: { description: 'Wind speed.', quantity: 'wind_speed' },
  visibility: { description: 'Visibility.', quantity: 'visibility' },
} as const;

/** The quantities of forecast entries. */
const EXPECTED = {
  temperature: 'temperature',
  templow: 'temperature',
  apparent_temperature: 'temperature',
  dew_point: 'temperature',
  pressure: 'pressure',
  wind_speed: 'wind_speed',
  wind_gust_speed: 'wind_speed',
  precipitation: 'precipitation',
} as const;

/** The current weather at a location, and its forecast. */
export const weatherDomain = defineDomain<WeatherValues, Values>({
  name: 'weather',
  title: 'Weather',
  states: CONDITIONS,
  unrecorded: ['forecast'],
  features: { forecast_daily: 1, forecast_hourly: 2, forecast_twice_daily: 4 },
  deviceClasses: [],
  units: { temperature: '°C', pressure: 'hPa', wind_speed: 'km/h', visibility: 'km', precipitation: 'mm' },
  attributes: {
    ...MEASURED,
    temperature_unit: { description: 'The unit of all temperatures.', unitOf: 'temperature' },
    pressure_unit: { description: 'Unit of the pressure.', unitOf: 'pressure' },
    wind_speed_unit: { description: 'Unit of wind speeds.', unitOf: 'wind_speed' },
    visibility_unit: { description: 'Unit of the visibility.', unitOf: 'visibility' },
    precipitation_unit: { description: 'Unit of precipitation.', unitOf: 'precipitation' },
  },
  services: [
    defineService({
      name: 'get_forecasts',
      fields: {
        type: oneOf(['daily', 'hourly', 'twice_daily'], { required: true, example: 'daily' }),
      },
      requires: [['forecast_daily'], ['forecast_hourly'], ['forecast_twice_daily']],
      response: 'only',
      answers: EXPECTED,
      plan: (weather: WeatherView, { type }): Command<WeatherValues> => {
        if (!weather.features.has(`forecast_${type}`))
          throw refusal(
            'forecast_not_supported',
            { key: 'forecast_type_not_supported', parameters: { id: weather.id, type } },
            {
              domain: 'weather',
            },
          );
        return { service: 'get_forecasts', fields: { type }, patch: {} };
      },
    }),
  ],
  entityTriggers: {
    measures: {
      temperature: { attribute: 'temperature', unitAttribute: 'temperature_unit', measure: TEMPERATURE },
      humidity: { attribute: 'humidity', measure: percent('humidity') },
    },
  },
  presentCapabilities: () => ({}),
  present: ({ values }) => ({
    state: values.condition,
    attributes: {
      ...Object.fromEntries(Object.keys(MEASURED).map((name) => [name, values[name] ?? undefined])),
      humidity: wholePercent(values.humidity),
    },
  }),
});

function wholePercent(value: unknown): unknown {
  return typeof value === 'number' ? roundHalfEven(value) : (value ?? undefined);
}
