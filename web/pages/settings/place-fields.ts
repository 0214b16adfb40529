import { language } from '../../app/preferences.ts';
import type { Choice, FormField, FormValues } from '../../parts/form/form-field.ts';
import type { HomeFacts } from '../../server/home-facts.ts';
import { say } from '../../texts/say.ts';

/** The name of the home. */
export const nameField = (): FormField => ({
  kind: 'text',
  name: 'location_name',
  label: say('place.name'),
  isRequired: true,
  maxLength: 100,
});

/** The location of the home. */
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

/** The home's time zone, units, country and currency. */
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
  { kind: 'select', name: 'country', label: say('place.country'), options: named('region', COUNTRIES) },
  {
    kind: 'select',
    name: 'currency',
    label: say('place.currency'),
    isRequired: true,
    options: named('currency', Intl.supportedValuesOf('currency')),
  },
];

/** ISO 3166 country codes. */
const COUNTRIES = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY',
  'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK',
  'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR',
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK',
  'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM',
  'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF',
  'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

/** Codes with their names in the app's language, sorted. */
function named(type: 'region' | 'currency', codes: readonly string[]): Choice[] {
  const names = new Intl.DisplayNames(language(), { type });
  const { compare } = new Intl.Collator(language());
  return codes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => compare(a.name, b.name))
    .map(({ id, name }) => ({ id, name: type === 'currency' ? `${name} (${id})` : name }));
}

/** Converts the facts to form values. */
export function valuesOfHome(facts: HomeFacts): FormValues {
  const { location_name, latitude, longitude, elevation, time_zone, unit_system, country, currency } = facts;
  return {
    location_name,
    latitude,
    longitude,
    elevation,
    time_zone,
    unit_system,
    currency,
    ...(country === null ? {} : { country }),
  };
}

/** Converts form values to facts for the server. */
export function homeOfValues(values: FormValues): object {
  return { ...values, country: values.country ?? null };
}
