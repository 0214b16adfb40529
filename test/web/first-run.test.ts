import { describe, expect, it } from 'vitest';
import { guessHome } from '../../web/pages/first-run/guesses.ts';
import type { HomeFacts } from '../../web/server/home-facts.ts';

const NEW: HomeFacts = {
  location_name: 'Home',
  latitude: 0,
  longitude: 0,
  elevation: 0,
  time_zone: 'UTC',
  unit_system: 'metric',
  currency: 'EUR',
  country: null,
  language: 'en',
};

describe('the facts of a new home', () => {
  it.each([
    ['Europe/Berlin', ['de-DE'], { country: 'DE', currency: 'EUR', unit_system: 'metric', latitude: 52.52 }],
    ['America/Chicago', ['en-US'], { country: 'US', currency: 'USD', unit_system: 'us_customary' }],
    ['Europe/London', ['en'], { country: 'GB', currency: 'GBP', unit_system: 'metric' }],
    ['Asia/Hovd', ['en', 'fr-CH'], { country: 'CH', currency: 'CHF', latitude: 0, time_zone: 'Asia/Hovd' }],
    ['UTC', ['en', '!'], { country: null, currency: 'EUR', time_zone: 'UTC' }],
  ])('follow from the time zone %s and the languages %j', (timeZone, languages, expected) => {
    expect(guessHome(NEW, { timeZone, languages })).toMatchObject(expected);
  });

  it('stay as the user set them', () => {
    const set: HomeFacts = {
      ...NEW,
      latitude: 10,
      longitude: 20,
      country: 'US',
      time_zone: 'America/Denver',
    };
    expect(guessHome(set, { timeZone: 'Europe/Berlin', languages: ['de-DE'] })).toEqual(set);
  });
});
