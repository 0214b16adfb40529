import { type Command, defineDomain, defineService, type EntityView } from './define-domain.ts';
import { oneOf } from './field.ts';
import { refusal } from './refusal.ts';

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

/** What a weather service reports, in the units it names. */
export interface WeatherValues {
  readonly [key: string]: unknown;
  readonly condition: (typeof CONDITIONS)[number] | null;
}

/** The units it reports in. */
export interface WeatherCapabilities {
  readonly [key: string]: unknown;
  readonly temperature_unit?: string;
  readonly pressure_unit?: string;
  readonly wind_speed_unit?: string;
  readonly visibility_unit?: string;
  readonly precipitation_unit?: string;
}

type WeatherView = EntityView<WeatherValues, WeatherCapabilities>;

const MEASURED = {
  temperature: { description: 'Temperature of the air.', quantity: 'temperature' },
  apparent_temperature: { description: 'Temperature as it feels.', quantity: 'temperature' },
  dew_point: { description: 'Dew point.', quantity: 'temperature' },
  humidity: { description: 'Humidity in percent.' },
  ozone: { description: 'Ozone.' },
  cloud_coverage: { description: 'Part of the sky in clouds, in percent.' },
  uv_index: { description: 'UV index.' },
  pressure: { description: 'Pressure of the air.', quantity: 'pressure' },
  wind_bearing: { description: 'Where the wind comes from, in degrees or as a point of the compass.' },
  wind_gust_speed: { description: 'Speed of gusts.', quantity: 'wind_speed' },
  wind_speed: { description: 'Speed of the wind.', quantity: 'wind_speed' },
  visibility: { description: 'How far one sees.', quantity: 'length' },
};

const UNITS = {
  temperature_unit: '°C',
  pressure_unit: 'hPa',
  wind_speed_unit: 'km/h',
  visibility_unit: 'km',
  precipitation_unit: 'mm',
};

/** The weather at a place, now and as it is expected. */
export const weatherDomain = defineDomain<WeatherValues, WeatherCapabilities>({
  name: 'weather',
  title: 'Weather',
  states: CONDITIONS,
  features: { forecast_daily: 1, forecast_hourly: 2, forecast_twice_daily: 4 },
  deviceClasses: [],
  attributes: {
    ...MEASURED,
    temperature_unit: { description: 'Unit of all temperatures.' },
    pressure_unit: { description: 'Unit of the pressure.' },
    wind_speed_unit: { description: 'Unit of the speeds of the wind.' },
    visibility_unit: { description: 'Unit of the visibility.' },
    precipitation_unit: { description: 'Unit of rain and snow in forecasts.' },
  },
  services: [
    defineService({
      name: 'get_forecasts',
      description: 'Answers the weather as it is expected.',
      fields: {
        type: oneOf(['daily', 'hourly', 'twice_daily'], {
          description: 'What each entry of the forecast stands for: a day, an hour, or half a day.',
          required: true,
          example: 'daily',
        }),
      },
      requires: [['forecast_daily'], ['forecast_hourly'], ['forecast_twice_daily']],
      response: 'only',
      plan: (weather: WeatherView, { type }): Command<WeatherValues> => {
        if (!weather.features.has(`forecast_${type}`))
          throw refusal('forecast_not_supported', `${weather.id} has no forecast of type ${type}`, {
            domain: 'weather',
          });
        return { service: 'get_forecasts', fields: { type }, patch: {} };
      },
    }),
  ],
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: values.condition,
    attributes: {
      ...Object.fromEntries(Object.keys(MEASURED).map((name) => [name, values[name] ?? undefined])),
      ...Object.fromEntries(
        Object.entries(UNITS).map(([name, usual]) => [name, capabilities[name] ?? usual]),
      ),
    },
  }),
});
