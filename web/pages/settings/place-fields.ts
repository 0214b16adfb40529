import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { HomeFacts } from '../../server/home-facts.ts';
import { say } from '../../words/say.ts';

/** The name of the home. */
export const nameField = (): FormField => ({
  kind: 'text',
  name: 'location_name',
  label: say('place.name'),
  isRequired: true,
  maxLength: 100,
});

/** Where the home stands. */
export const locationFields = (): FormField[] => [
  {
    kind: 'number',
    name: 'latitude',
    label: say('place.latitude'),
    hint: say('place.latitude_hint'),
    min: -90,
    max: 90,
    isRequired: true,
  },
  {
    kind: 'number',
    name: 'longitude',
    label: say('place.longitude'),
    hint: say('place.longitude_hint'),
    min: -180,
    max: 180,
    isRequired: true,
  },
  { kind: 'number', name: 'elevation', label: say('place.elevation'), unit: 'm', step: 1 },
];

/** How the home counts hours, degrees and money. */
export const customFields = (): FormField[] => [
  {
    kind: 'select',
    name: 'time_zone',
    label: say('place.time_zone'),
    isRequired: true,
    options: Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') })),
  },
  {
    kind: 'select',
    name: 'unit_system',
    label: say('place.units'),
    isRequired: true,
    options: [
      { id: 'metric', name: say('place.metric') },
      { id: 'us_customary', name: say('place.us') },
    ],
  },
  {
    kind: 'text',
    name: 'country',
    label: say('place.country'),
    hint: say('place.country_hint'),
    maxLength: 2,
  },
  {
    kind: 'text',
    name: 'currency',
    label: say('place.currency'),
    hint: say('place.currency_hint'),
    maxLength: 3,
  },
];

/** The facts as a form takes them. */
export function valuesOfHome(facts: HomeFacts): FormValues {
  const { location_name, latitude, longitude, elevation, time_zone, unit_system, country, currency } = facts;
  return {
    ...{ location_name, latitude, longitude, elevation, time_zone, unit_system, currency },
    ...(country === null ? {} : { country }),
  };
}

/** What a form says of the home, as the server takes it. */
export function homeOfValues(values: FormValues): object {
  const upper = (value: unknown): string => String(value).toUpperCase();
  return {
    ...values,
    ...(values.country === undefined ? {} : { country: upper(values.country) }),
    ...(values.currency === undefined ? {} : { currency: upper(values.currency) }),
  };
}
