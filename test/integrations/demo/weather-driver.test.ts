import { expect, test } from 'vitest';
import { demoHome } from './demo-home.ts';

const HOUR = 3_600_000;

async function forecast(home: ReturnType<typeof demoHome>, type: string): Promise<Record<string, unknown>[]> {
  const answer = await home.call(
    'weather.get_forecasts',
    { entity_id: 'weather.weather', type },
    { returnResponse: true },
  );
  return (answer.response as Record<string, { forecast: Record<string, unknown>[] }>)['weather.weather']
    ?.forecast as Record<string, unknown>[];
}

test('what was forecast comes', async () => {
  const home = demoHome();
  const hours = await forecast(home, 'hourly');
  expect(hours).toHaveLength(24);
  expect(hours[0]?.datetime).toBe('2026-11-20T13:00:00+00:00');
  home.clock.advance(5 * HOUR);
  const { state, attributes } = home.stateOf('weather.weather');
  expect(hours[4]).toMatchObject({ condition: state, temperature: attributes.temperature });
});

test('days run from midnight and hold their warmest and coldest hour', async () => {
  const days = await forecast(demoHome(), 'daily');
  expect(days.map(({ datetime }) => datetime).slice(0, 2)).toEqual([
    '2026-11-20T00:00:00+00:00',
    '2026-11-21T00:00:00+00:00',
  ]);
  for (const day of days) expect(Number(day.temperature)).toBeGreaterThan(Number(day.templow));
});

test('half days follow one another as day and night', async () => {
  const halves = await forecast(demoHome(), 'twice_daily');
  expect(halves.slice(0, 3).map(({ datetime, is_daytime }) => [datetime, is_daytime])).toEqual([
    ['2026-11-20T06:00:00+00:00', true],
    ['2026-11-20T18:00:00+00:00', false],
    ['2026-11-21T06:00:00+00:00', true],
  ]);
});
