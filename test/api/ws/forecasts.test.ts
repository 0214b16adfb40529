import { expect, test } from 'vitest';
import { Forecasts } from '../../../src/api/ws/forecasts.ts';
import { Bus } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { Entity } from '../../../src/entities/entity/entity.ts';
import { TickClock } from '../../support/tick-clock.ts';

function setUp() {
  const clock = new TickClock();
  let reads = 0;
  const entity = {
    id: 'weather.home',
    driver: {
      execute: () => {
        reads += 1;
        return Promise.resolve({ forecast: [reads] });
      },
    },
    shownAnswer: (_service: string, answer: unknown) => answer,
  } as unknown as Entity;
  const forecasts = new Forecasts({ bus: new Bus(silentLog), clock });
  return { clock, entity, forecasts, reads: () => reads };
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

test('a forecast is read once for simultaneous subscribers, and again when it is outdated', async () => {
  const { clock, entity, forecasts, reads } = setUp();
  const heard: string[] = [];
  const first = forecasts.follow(entity, 'daily', (json) => heard.push(json));
  await settled();
  for (let n = 0; n < 100; n += 1) forecasts.follow(entity, 'daily', (json) => heard.push(json));
  expect(heard).toEqual(Array(101).fill('{"type":"daily","forecast":[1]}'));
  first();
  clock.advance(6000);
  forecasts.follow(entity, 'daily', (json) => heard.push(json));
  await settled();
  expect(reads()).toBe(2);
  expect(heard.slice(101)).toEqual(Array(101).fill('{"type":"daily","forecast":[2]}'));
});

test('a forecast is sent in steps, and not to closed subscriptions', async () => {
  const { clock, entity, forecasts } = setUp();
  let heard = 0;
  const undos = Array.from({ length: 120 }, () =>
    forecasts.follow(entity, 'daily', () => {
      clock.advance(1);
      heard += 1;
    }),
  );
  await settled();
  expect(heard).toBe(50);
  undos[119]?.();
  while (clock.isAsked) await clock.endTick();
  // All but the first arrived during a read, which is then repeated.
  expect(heard).toBe(119 + 119);
});
