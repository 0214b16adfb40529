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
  const home = feeds(numbered);
  const viewers = Array.from({ length: 20 }, () => viewer());
  for (const { own } of viewers) home.feeds.watch(home.entity, own);
  await settled();
  home.clock.advance(500);
  await settled();
  expect(home.asked()).toBe(2);
  for (const { seen } of viewers) expect(seen).toEqual(['1', '2']);
});

test('simultaneous snapshots are one request, too', async () => {
  const home = feeds(numbered);
  await Promise.all([1, 2, 3].map(() => home.feeds.pictureOf(home.entity)));
  expect(home.asked()).toBe(1);
});

test('each viewer gets its own pace, and no picture twice', async () => {
  const home = feeds((n) => numbered(n <= 4 ? n : 4));
  const [quick, slow] = [viewer(), viewer({ interval: 1500 })];
  home.feeds.watch(home.entity, quick.own);
  home.feeds.watch(home.entity, slow.own);
  await settled();
  for (let i = 0; i < 8; i += 1) {
    home.clock.advance(500);
    await settled();
  }
  expect(quick.seen).toEqual(['1', '2', '3', '4']);
  expect(slow.seen).toEqual(['1', '4']);
});

test('a slow viewer misses pictures, and no other does', async () => {
  const home = feeds(numbered);
  const [reader, sleeper] = [viewer(), viewer({ unread: () => 2_000_000 })];
  home.feeds.watch(home.entity, reader.own);
  home.feeds.watch(home.entity, sleeper.own);
  await settled();
  expect([reader.seen, sleeper.seen]).toEqual([['1'], []]);
});

test('requests and timers end with the last viewer', async () => {
  const home = feeds(numbered);
  const leave = home.feeds.watch(home.entity, viewer().own);
  await settled();
  leave();
  home.clock.advance(10_000);
  await settled();
  expect(home.asked()).toBe(1);
  expect(home.clock.pending).toBe(0);
});

test('a feed ends for all when the source fails, is gone or is off', async () => {
  for (const spoil of ['fail', 'gone', 'off'] as const) {
    const home = feeds((n) => (spoil === 'fail' && n > 1 ? undefined : numbered(n)));
    const one = viewer();
    home.feeds.watch(home.entity, one.own);
    await settled();
    if (spoil === 'gone') home.entities.remove(home.entity);
    if (spoil === 'off') home.entity.report({ on: false });
    home.clock.advance(500);
    await settled();
    expect(one.ended).toEqual([true]);
    expect(home.clock.pending).toBe(0);
  }
});

test('a source that does not answer is given up after ten seconds', async () => {
  const home = feeds(() => new Promise(() => {}));
  const asking = home.feeds.pictureOf(home.entity);
  home.clock.advance(10_000);
  await expect(asking).rejects.toMatchObject({ code: 'home_assistant_error' });
});

test.each(cases<[string, string][]>('content types'))(
  'a source that says %j is served as %s',
  (type, served) => {
    expect(safeType({ type, bytes: Buffer.alloc(0) })).toBe(served);
  },
);
