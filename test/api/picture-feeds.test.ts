import { expect, test } from 'vitest';
import { PictureFeeds, safeType, type Viewer } from '../../src/api/picture-feeds.ts';
import { cameraDomain } from '../../src/domains/camera/camera.ts';
import type { Picture } from '../../src/entities/entity/driver.ts';
import { makeHome } from '../support/home.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

function feeds(answer: (asked: number) => Picture | undefined | Promise<Picture>) {
  const { clock, entities } = makeHome();
  let asked = 0;
  const picture = () => {
    asked += 1;
    return answer(asked);
  };
  const entity = entities.add({
    domain: cameraDomain,
    platform: 'test',
    name: 'Eye',
    driver: { execute: () => {}, picture },
  });
  return { clock, entities, entity, feeds: new PictureFeeds(clock), asked: () => asked };
}

function viewer(more: Partial<Viewer> = {}) {
  const seen: string[] = [];
  const ended: boolean[] = [];
  const own: Viewer = {
    interval: 500,
    write: (chunk) => seen.push(String(/x(\d+)/.exec(chunk.toString())?.[1])),
    end: () => ended.push(true),
    unread: () => 0,
    ...more,
  };
  return { own, seen, ended };
}

const numbered = (n: number): Picture => ({ type: 'image/png', bytes: Buffer.from(`x${n}`) });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a source is read once for all viewers', async () => {
  const house = feeds(numbered);
  const viewers = Array.from({ length: 20 }, () => viewer());
  for (const { own } of viewers) house.feeds.watch(house.entity, own);
  await settled();
  house.clock.advance(500);
  await settled();
  expect(house.asked()).toBe(2);
  for (const { seen } of viewers) expect(seen).toEqual(['1', '2']);
});

test('simultaneous snapshots are one request, too', async () => {
  const house = feeds(numbered);
  await Promise.all([1, 2, 3].map(() => house.feeds.pictureOf(house.entity)));
  expect(house.asked()).toBe(1);
});

test('each viewer gets its own pace, and no picture twice', async () => {
  const house = feeds((n) => numbered(n <= 4 ? n : 4));
  const [quick, slow] = [viewer(), viewer({ interval: 1500 })];
  house.feeds.watch(house.entity, quick.own);
  house.feeds.watch(house.entity, slow.own);
  await settled();
  for (let i = 0; i < 8; i += 1) {
    house.clock.advance(500);
    await settled();
  }
  expect(quick.seen).toEqual(['1', '2', '3', '4']);
  expect(slow.seen).toEqual(['1', '4']);
});

test('a slow viewer misses pictures, and no other does', async () => {
  const house = feeds(numbered);
  const [reader, sleeper] = [viewer(), viewer({ unread: () => 2_000_000 })];
  house.feeds.watch(house.entity, reader.own);
  house.feeds.watch(house.entity, sleeper.own);
  await settled();
  expect([reader.seen, sleeper.seen]).toEqual([['1'], []]);
});

test('requests and timers end with the last viewer', async () => {
  const house = feeds(numbered);
  const leave = house.feeds.watch(house.entity, viewer().own);
  await settled();
  leave();
  house.clock.advance(10_000);
  await settled();
  expect(house.asked()).toBe(1);
  expect(house.clock.pending).toBe(0);
});

test('a feed ends for all when the source fails, is gone or is off', async () => {
  for (const spoil of ['fail', 'gone', 'off'] as const) {
    const house = feeds((n) => (spoil === 'fail' && n > 1 ? undefined : numbered(n)));
    const one = viewer();
    house.feeds.watch(house.entity, one.own);
    await settled();
    if (spoil === 'gone') house.entities.remove(house.entity);
    if (spoil === 'off') house.entity.report({ on: false });
    house.clock.advance(500);
    await settled();
    expect(one.ended).toEqual([true]);
    expect(house.clock.pending).toBe(0);
  }
});

test('a source that does not answer is given up after ten seconds', async () => {
  const house = feeds(() => new Promise(() => {}));
  const asking = house.feeds.pictureOf(house.entity);
  house.clock.advance(10_000);
  await expect(asking).rejects.toMatchObject({ code: 'home_assistant_error' });
});

test.each(cases<[string, string][]>('content types'))(
  'a source that says %j is served as %s',
  (type, served) => {
    expect(safeType({ type, bytes: Buffer.alloc(0) })).toBe(served);
  },
);
