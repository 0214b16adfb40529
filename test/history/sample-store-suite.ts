import { afterEach, describe, expect, it } from 'vitest';
import { encodeBlock } from '../../src/history/samples/block-codec.ts';
import type { EntitySamples, Sample } from '../../src/history/samples/sample.ts';
import type { SampleRange, SampleStore } from '../../src/history/samples/sample-store.ts';

/** A store of the suite: `reopen` closes and opens it again, `crash` opens it again without closing it. */
export interface TestedStore {
  readonly store: SampleStore;
  reopen(): Promise<SampleStore>;
  end(): Promise<void>;
}

const T0 = 1_795_000_000_000;

/** A sample at a second after the start of the test's time. */
export function sample(second: number, state: string | null, fields: Partial<Sample> = {}): Sample {
  const at = T0 + second * 1000;
  return { at, changedAt: at, state, attributes: '{"unit_of_measurement":"°C"}', context: null, ...fields };
}

/** All samples of a read by entity. */
export async function readAll(
  store: SampleStore,
  range: Partial<SampleRange> & Pick<SampleRange, 'entityIds'>,
): Promise<Record<string, Sample[]>> {
  const found: Record<string, Sample[]> = {};
  const whole = { from: 0, to: Number.MAX_SAFE_INTEGER, withAttributes: true, ...range };
  for await (const { entityId, samples } of store.read(whole)) {
    const list = found[entityId] ?? [];
    list.push(...samples);
    found[entityId] = list;
  }
  return found;
}

/** What every store of samples must do. */
export function sampleStoreSuite(name: string, open: () => Promise<TestedStore>): void {
  describe(`${name} keeps samples`, () => {
    const tested: TestedStore[] = [];
    const start = async (...batches: EntitySamples[]) => {
      const one = await open();
      tested.push(one);
      one.store.append(batches);
      return one;
    };
    afterEach(async () => {
      for (const one of tested.splice(0)) await one.end();
    });
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => sample(i * 10, (20 + (i % 50) / 10).toFixed(1)));

    it('adds compressed blocks of known and new entities as a unit', async () => {
      const one = await start({ entityId: 'sensor.a', samples: [sample(1000, 'own')] });
      const early = many(20);
      const block = { first: early[0]?.at ?? 0, last: early.at(-1)?.at ?? 0, count: 20 };
      const blocks = ['sensor.a', 'sensor.b'].map((entityId) => ({
        entityId,
        ...block,
        data: encodeBlock(early),
      }));
      one.store.addBlocks(['sensor.a', 'sensor.b'], blocks);
      const found = { 'sensor.a': [...early, sample(1000, 'own')], 'sensor.b': early };
      expect(await readAll(one.store, { entityIds: ['sensor.a', 'sensor.b'] })).toEqual(found);
      const store = await one.reopen();
      expect(await readAll(store, { entityIds: ['sensor.a', 'sensor.b'] })).toEqual(found);
    });

    it('removes everything before a time, in blocks and in memory', async () => {
      const all = many(3000);
      const one = await start({ entityId: 'sensor.a', samples: all.slice(0, 2500) });
      const store = await one.reopen();
      store.append([{ entityId: 'sensor.a', samples: all.slice(2500) }]);
      for (const from of [1100, 2900]) {
        await store.removeBefore('sensor.a', all[from]?.at ?? 0);
        expect((await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(all.slice(from));
      }
      await store.removeBefore('sensor.a', Number.MAX_SAFE_INTEGER);
      await store.removeBefore('sensor.none', Number.MAX_SAFE_INTEGER);
      expect(await readAll(store, { entityIds: ['sensor.a'] })).toEqual({});
    });

    it('shows them at once, entity by entity in the order asked', async () => {
      const { store } = await start(
        { entityId: 'sensor.a', samples: [sample(1, '21.50'), sample(2, 'unavailable')] },
        { entityId: 'light.b', samples: [sample(1, 'on', { attributes: '{"brightness":255}' })] },
      );
      const found = await readAll(store, { entityIds: ['light.b', 'sensor.none', 'sensor.a'] });
      expect(Object.keys(found)).toEqual(['light.b', 'sensor.a']);
      expect(found['sensor.a']).toEqual([sample(1, '21.50'), sample(2, 'unavailable')]);
      expect(found['light.b']?.[0]?.attributes).toBe('{"brightness":255}');
    });

    it('returns them unchanged after a restart', async () => {
      const context = {
        id: '01JDC0000000000000000000AA',
        parent_id: null,
        user_id: 'a'.repeat(32),
      };
      const samples = [
        sample(1, '-0'),
        sample(2, '', { attributes: '{"a":21.0,"b":"\\u0000 ß 🙂"}' }),
        sample(3, null, { attributes: '{}' }),
        sample(4, 'on', { context }),
        sample(5, 'on', { changedAt: T0 + 4000 }),
        sample(6, 'on', { changedAt: T0 + 12 }),
      ];
      const one = await start({ entityId: 'sensor.a', samples });
      await one.store.commit();
      const store = await one.reopen();
      expect(await readAll(store, { entityIds: ['sensor.a'] })).toEqual({ 'sensor.a': samples });
    });

    it('keeps thousands in order across blocks, commits and restarts', async () => {
      const samples = many(9000);
      const one = await start();
      let { store } = one;
      for (let from = 0; from < samples.length; from += 1500) {
        store.append([{ entityId: 'sensor.a', samples: samples.slice(from, from + 1500) }]);
        store.append([{ entityId: 'sensor.b', samples: samples.slice(from, from + 1500) }]);
        await store.commit();
        if (from === 4500) store = await one.reopen();
      }
      const found = await readAll(store, { entityIds: ['sensor.b', 'sensor.a'] });
      expect(found['sensor.a']).toEqual(samples);
      expect(found['sensor.b']).toEqual(samples);
      const part = await readAll(store, {
        entityIds: ['sensor.a'],
        from: T0 + 12_345_000,
        to: T0 + 45_670_000,
        withAttributes: false,
      });
      expect(part['sensor.a']).toEqual(
        samples
          .filter(({ at }) => at >= T0 + 12_345_000 && at < T0 + 45_670_000)
          .map((one) => ({ ...one, attributes: '{}' })),
      );
    });

    it('accepts samples older than those it has, and keeps the first of equal times', async () => {
      const samples = many(5000);
      const one = await start({ entityId: 'sensor.a', samples: samples.slice(3000) });
      await one.store.commit();
      one.store.append([{ entityId: 'sensor.a', samples: samples.slice(0, 3500) }]);
      one.store.append([{ entityId: 'sensor.a', samples: [sample(40_000, 'other')] }]);
      await one.store.commit();
      const store = await one.reopen();
      expect((await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(samples);
    });

    it('keeps the first of equal times in overlapping blocks, also when some are dropped', async () => {
      const old = many(6000);
      const one = await start({ entityId: 'sensor.a', samples: old.slice(2000, 4000) });
      let { store } = one;
      await store.settle?.();
      const bring = (samples: Sample[]) => {
        const other = samples.map((each) => ({ ...each, state: 'other' }));
        store.append([{ entityId: 'sensor.a', samples: other }]);
        return store.dropBefore(0);
      };
      await store.dropBefore(0);
      await bring(old.slice(1000, 3000));
      await bring(old.slice(500, 2500));
      await bring(old.slice(3500, 6000));
      const expected = old
        .slice(500)
        .map((each, i) => (i + 500 >= 2000 && i + 500 < 4000 ? each : { ...each, state: 'other' }));
      const check = async (from: number) => {
        expect((await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(expected.slice(from));
        for (let i = from; i < expected.length; i += 97) {
          const at = (expected[i]?.at ?? 0) + 1;
          expect((await store.lastBefore(['sensor.a'], at)).get('sensor.a')).toEqual(expected[i]);
        }
      };
      await check(0);
      store = await one.reopen();
      await check(0);
      for (const from of [700, 1700, 2222]) {
        expect(await store.dropBefore((expected[from]?.at ?? 0) + 1)).toBeGreaterThan(0);
        await check(from);
      }
      store = await one.reopen();
      await check(2222);
    });

    it('knows the newest sample before a time', async () => {
      const samples = many(5000);
      const { store } = await start({ entityId: 'sensor.a', samples });
      await store.commit();
      const last = async (at: number) =>
        (await store.lastBefore(['sensor.a', 'sensor.x'], at)).get('sensor.a');
      expect(await last(T0)).toBeUndefined();
      expect(await last(T0 + 1)).toEqual(samples[0]);
      expect(await last(T0 + 10_000)).toEqual(samples[0]);
      expect(await last(T0 + 20_000_001)).toEqual(samples[2000]);
      expect(await last(Number.MAX_SAFE_INTEGER)).toEqual(samples.at(-1));
    });

    it('drops what is older than a time, but not the state in force then', async () => {
      const samples = many(5000);
      const one = await start(
        { entityId: 'sensor.a', samples },
        { entityId: 'sensor.b', samples: [sample(1, 'x')] },
      );
      await one.store.commit();
      expect(await one.store.dropBefore(T0 + 30_005_000)).toBe(3000);
      expect(await one.store.dropBefore(T0 + 30_005_000)).toBe(0);
      const store = await one.reopen();
      const found = await readAll(store, { entityIds: ['sensor.a', 'sensor.b'] });
      expect(found['sensor.a']).toEqual(samples.slice(3000));
      expect(found['sensor.b']).toEqual([sample(1, 'x')]);
    });

    it('drops the past of chosen entities only', async () => {
      const samples = many(100);
      const { store } = await start({ entityId: 'sensor.a', samples }, { entityId: 'sensor.b', samples });
      expect(await store.dropBefore(T0 + 10_000_000, ['sensor.b'])).toBe(99);
      const found = await readAll(store, { entityIds: ['sensor.a', 'sensor.b'] });
      expect(found['sensor.a']).toEqual(samples);
      expect(found['sensor.b']).toEqual(samples.slice(99));
    });

    it('moves the history of a renamed entity, but not onto another history', async () => {
      const samples = many(3000);
      const one = await start(
        { entityId: 'sensor.a', samples },
        { entityId: 'sensor.b', samples: [sample(1, 'x')] },
      );
      expect(await one.store.rename('sensor.a', 'sensor.b')).toBe(false);
      expect(await one.store.rename('sensor.a', 'sensor.c')).toBe(true);
      one.store.append([{ entityId: 'sensor.c', samples: [sample(40_000, 'new')] }]);
      await one.store.commit();
      const store = await one.reopen();
      const found = await readAll(store, { entityIds: ['sensor.a', 'sensor.b', 'sensor.c'] });
      expect(Object.keys(found)).toEqual(['sensor.b', 'sensor.c']);
      expect(found['sensor.c']).toEqual([...samples, sample(40_000, 'new')]);
    });

    it('forgets an entity for good', async () => {
      const samples = many(3000);
      const one = await start({ entityId: 'sensor.a', samples }, { entityId: 'sensor.b', samples });
      await one.store.commit();
      expect(await one.store.forget('sensor.a')).toBe(3000);
      one.store.append([{ entityId: 'sensor.a', samples: [sample(40_000, 'again')] }]);
      await one.store.commit();
      const store = await one.reopen();
      const found = await readAll(store, { entityIds: ['sensor.a', 'sensor.b'] });
      expect(found['sensor.a']).toEqual([sample(40_000, 'again')]);
      expect(found['sensor.b']).toEqual(samples);
    });

    it('counts samples and bytes by entity', async () => {
      const samples = many(3000);
      const { store } = await start(
        { entityId: 'sensor.a', samples },
        { entityId: 'sensor.b', samples: [sample(1, 'x')] },
      );
      await store.commit();
      const usage = await store.usage();
      expect(
        usage.map(({ entityId, samples: count, first, last }) => [entityId, count, first, last]),
      ).toEqual([
        ['sensor.a', 3000, T0, T0 + 29_990_000],
        ['sensor.b', 1, T0 + 1000, T0 + 1000],
      ]);
    });
  });
}
