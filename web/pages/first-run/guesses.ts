import type { HomeFacts } from '../../server/home-facts.ts';

/** The likely location of a home by time zone: country, latitude and longitude of its city. */
const ZONES: Readonly<Record<string, readonly [country: string, latitude: number, longitude: number]>> = {
  'Europe/Amsterdam': ['NL', 52.37, 4.9],
  'Europe/Athens': ['GR', 37.98, 23.73],
  'Europe/Berlin': ['DE', 52.52, 13.4],
  'Europe/Brussels': ['BE', 50.85, 4.35],
  'Europe/Bucharest': ['RO', 44.43, 26.1],
  'Europe/Budapest': ['HU', 47.5, 19.04],
  'Europe/Copenhagen': ['DK', 55.68, 12.57],
  'Europe/Dublin': ['IE', 53.35, -6.26],
  'Europe/Helsinki': ['FI', 60.17, 24.94],
  'Europe/Kyiv': ['UA', 50.45, 30.52],
  'Europe/Lisbon': ['PT', 38.72, -9.14],
  'Europe/London': ['GB', 51.51, -0.13],
  'Europe/Luxembourg': ['LU', 49.61, 6.13],
  'Europe/Madrid': ['ES', 40.42, -3.7],
  'Europe/Oslo': ['NO', 59.91, 10.75],
  'Europe/Paris': ['FR', 48.86, 2.35],
  'Europe/Prague': ['CZ', 50.08, 14.44],
  'Europe/Rome': ['IT', 41.9, 12.5],
  'Europe/Stockholm': ['SE', 59.33, 18.07],
  'Europe/Vienna': ['AT', 48.21, 16.37],
  'Europe/Warsaw': ['PL', 52.23, 21.01],
  'Europe/Zurich': ['CH', 47.37, 8.54],
  'America/New_York': ['US', 40.71, -74.01],
  'America/Chicago': ['US', 41.88, -87.63],
  'America/Denver': ['US', 39.74, -104.99],
  'America/Los_Angeles': ['US', 34.05, -118.24],
  'America/Toronto': ['CA', 43.65, -79.38],
  'America/Vancouver': ['CA', 49.28, -123.12],
  'America/Sao_Paulo': ['BR', -23.55, -46.63],
  'America/Mexico_City': ['MX', 19.43, -99.13],
  'Asia/Tokyo': ['JP', 35.68, 139.69],
  'Asia/Shanghai': ['CN', 31.23, 121.47],
  'Asia/Kolkata': ['IN', 28.61, 77.21],
  'Asia/Seoul': ['KR', 37.57, 126.98],
  'Asia/Singapore': ['SG', 1.35, 103.82],
  'Australia/Sydney': ['AU', -33.87, 151.21],
  'Australia/Melbourne': ['AU', -37.81, 144.96],
  'Pacific/Auckland': ['NZ', -36.85, 174.76],
  'Africa/Johannesburg': ['ZA', -26.2, 28.05],
};
/** Currencies by country; EUR by default. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  DK: 'DKK',
  NO: 'NOK',
  SE: 'SEK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  UA: 'UAH',
  CA: 'CAD',
  MX: 'MXN',
  BR: 'BRL',
  JP: 'JPY',
  CN: 'CNY',
  IN: 'INR',
  KR: 'KRW',
  SG: 'SGD',
  AU: 'AUD',
  NZ: 'NZD',
  ZA: 'ZAR',
};
/** Countries with US customary units. */
const CUSTOMARY = ['US', 'LR', 'MM'];

/** What the browser knows about the location of the home. */
export interface Surroundings {
  readonly timeZone: string;
  /** The user's languages, in order of preference. */
  readonly languages: readonly string[];
}

/** Guesses the facts of a new home: facts already set are kept, the others are derived from the browser. */
export function guessHome(known: HomeFacts, { timeZone, languages }: Surroundings): HomeFacts {
  const isPlaced = known.latitude !== 0 || known.longitude !== 0;
  const [zoneCountry, latitude, longitude] = ZONES[timeZone] ?? [];
  const sentence = languages.map(regionOf).find((region) => region !== undefined);
  const country = known.country ?? zoneCountry ?? sentence ?? null;
  const isGuess = known.country === null && country !== null;
  return {
    ...known,
    ...(isPlaced ? {} : { time_zone: timeZone }),
    ...(isPlaced || latitude === undefined || longitude === undefined ? {} : { latitude, longitude }),
    country,
    currency: isGuess ? (CURRENCIES[country] ?? 'EUR') : known.currency,
    unit_system: isGuess && CUSTOMARY.includes(country) ? 'us_customary' : known.unit_system,
  };
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
