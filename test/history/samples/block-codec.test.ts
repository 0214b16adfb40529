import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DamagedBlock,
  decodeBlock,
  encodeBlock,
  MAX_BLOCK_SAMPLES,
} from '../../../src/history/samples/block-codec.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { seeds } from '../../support/thoroughness.ts';

const START = 1_767_225_600_000;
const numRuns = seeds(150, 3000);

function samplesOf(states: readonly (string | null)[], step = 60_000): Sample[] {
  return states.map((state, i) => sampleAt(START + i * step, { state }));
}

function sampleAt(at: number, fields: Partial<Sample> = {}): Sample {
  return { at, changedAt: at, state: 'on', attributes: '{}', context: null, ...fields };
}

function passed(samples: readonly Sample[]): Sample[] {
  return decodeBlock(encodeBlock(samples), { withAttributes: true });
}

/** Replaces the checksum by a right one. */
function sealed(block: Uint8Array): Uint8Array {
  const end = block.length - 4;
  const copy = block.slice();
  new DataView(copy.buffer).setUint32(end, crc32(copy.subarray(0, end)), true);
  return copy;
}

const numbers = fc.oneof(
  fc.integer({ min: -3000, max: 3000 }).map((tenths) => (tenths / 10).toFixed(1)),
  fc.integer({ min: -300, max: 300 }).map((tenths) => String(tenths / 10)),
  fc.double().map(String),
  fc.maxSafeInteger().map(String),
  fc
    .tuple(fc.maxSafeInteger(), fc.nat(16))
    .map(([value, decimals]) => (value / 10 ** decimals).toFixed(decimals)),
);
const oddities = fc.constantFrom(
  ...[
    '21.50',
    '-0',
    '-0.0',
    '0.0',
    '1e3',
    '+5',
    ' 7',
    '007',
    'NaN',
    'nan',
    'Infinity',
    '.5',
    '5.',
    '',
    '-',
    '.',
  ],
  ...[
    '9007199254740993',
    '4503599627370496',
    '-4503599627370495',
    '0.30000000000000004',
    '1e21',
    '1e-7',
    '😀',
  ],
  ...['\ud800', '\udc00x', 'ä', '\u0000', 'unknown', 'unavailable', 'on', 'off', '__proto__'],
);
const texts = fc.string({ unit: 'binary', maxLength: 20 });
const anyState = fc.oneof(numbers, oddities, texts, fc.constant(null));
/** Columns as they occur: of one kind, or of all kinds. */
const states = fc.oneof(
  fc.array(numbers, { maxLength: 60 }),
  fc.array(oddities, { maxLength: 60 }),
  fc.array(anyState, { maxLength: 60 }),
  fc.array(
    fc.integer({ min: 0, max: 9999 }).map((value) => (value / 100).toFixed(2)),
    { maxLength: 60 },
  ),
  fc.array(fc.constantFrom('on', 'off', null), { maxLength: 60 }),
);
const ulids = fc.ulid();
const ids = fc.oneof(
  ulids,
  texts,
  fc.constantFrom('00000000000000000000000000', 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ'),
);
const users = fc.oneof(fc.constantFrom(null, 'a'.repeat(32), '00112233445566778899aabbccddeeff'), texts);
const contexts = fc.oneof(
  fc.constant(null),
  fc.constant({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', parent_id: null, user_id: null }),
  fc.record({ id: ids, parent_id: fc.oneof(fc.constant(null), ids), user_id: users }),
);
const attributes = fc.oneof(
  fc.constantFrom('{}', '{"a":21.0}', '{"a":21.00,"b":"x"}', '{"a":1e3}', '{ "a" : -0 }'),
  fc
    .record({ temperature: fc.double(), mode: texts, list: fc.array(fc.nat(3)) })
    .map((set) => JSON.stringify(set)),
  texts,
);
const gaps = fc.oneof(
  fc.integer({ min: 29_950, max: 30_050 }),
  fc.integer({ min: 1, max: 10 }),
  fc.integer({ min: 1, max: 10_000_000_000 }),
);
const changes = fc.oneof(
  fc.constantFrom('now' as const, 'before' as const),
  fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
);

const blocks = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000_000_000 }),
    states,
    fc.infiniteStream(fc.tuple(gaps, changes, contexts, attributes)),
  )
  .map(([start, column, rest]) => {
    let at = start;
    let changedAt = start;
    return [...column, 'end'].map((state, i): Sample => {
      const { value } = rest.next();
      const [gap, change, context, set] = value ?? [1, 'now' as const, null, '{}'];
      at += i === 0 ? 0 : gap;
      changedAt = change === 'now' ? at : change === 'before' ? changedAt : change;
      return { at, changedAt, state, attributes: set, context };
    });
  });

describe('a block', () => {
  it('returns what was written, whatever it is', () => {
    fc.assert(
      fc.property(blocks, (samples) => {
        const block = encodeBlock(samples);
        expect(decodeBlock(block, { withAttributes: true })).toEqual(samples);
        expect(decodeBlock(block, { withAttributes: false })).toEqual(
          samples.map((sample) => ({ ...sample, attributes: '{}' })),
        );
      }),
      { numRuns },
    );
  });

  it('is damaged by any changed byte and by truncation', () => {
    fc.assert(
      fc.property(blocks, fc.nat(), fc.integer({ min: 1, max: 255 }), (samples, where, change) => {
        const block = encodeBlock(samples);
        const changed = block.slice();
        const at = where % block.length;
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(() => decodeBlock(changed, { withAttributes: true })).toThrow(DamagedBlock);
        expect(() => decodeBlock(block.subarray(0, at), { withAttributes: false })).toThrow(DamagedBlock);
      }),
      { numRuns },
    );
  });

  it('with foreign content and a right checksum is damaged or is samples in order', () => {
    fc.assert(
      fc.property(
        blocks,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        (samples, changes) => {
          const block = encodeBlock(samples);
          for (const [where, byte] of changes) block[where % (block.length - 4)] = byte;
          expectSamplesOrDamage(sealed(block));
        },
      ),
      { numRuns: numRuns * 4 },
    );
  });

  it('with foreign attribute columns and a right checksum is damaged or is samples in order', () => {
    const samples = Array.from({ length: 300 }, (_, i) =>
      sampleAt(START + i * 1000, { attributes: `{"a":${i / 4},"b":"${i % 3}","c":[${i}]}` }),
    );
    const block = encodeBlock(samples);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }), (changes) => {
        const changed = block.slice();
        for (const [where, byte] of changes) changed[where % (block.length - 4)] = byte;
        expectSamplesOrDamage(sealed(changed));
      }),
      { numRuns: numRuns * 2 },
    );
  });

  it('of arbitrary bytes with a right checksum is damaged or is samples in order', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.uint8Array({ minLength: 4, maxLength: 300 }), (count, bytes) => {
        expectSamplesOrDamage(sealed(Uint8Array.from([1, count, ...bytes])));
      }),
      { numRuns: numRuns * 4 },
    );
  });
});

function expectSamplesOrDamage(block: Uint8Array): void {
  try {
    const samples = decodeBlock(block, { withAttributes: true });
    expect(samples.length).toBeGreaterThan(0);
    // One expectation for all: tens of thousands of them would take most of the time.
    const invalid = samples.find(
      ({ at, changedAt, attributes: set }, index) =>
        !Number.isSafeInteger(at) ||
        at <= (samples[index - 1]?.at ?? -1) ||
        !Number.isSafeInteger(changedAt) ||
        typeof set !== 'string',
    );
    expect(invalid).toBeUndefined();
  } catch (error) {
    expect(error).toBeInstanceOf(DamagedBlock);
  }
}

describe('states', () => {
  it.each([
    [['21.50', '21.5', '21.500', '21.05', '21']],
    [['1', '1.5', '1.25', '-0.5', '-10', '0']],
    [['1.0', '1.5', '1.25', '-0.5', '-10.0', '0.0']],
    [['-0', '0', '-0.0', '+5', '5', ' 7', '7', '007', '1e3', '1000']],
    [['NaN', 'nan', 'Infinity', '-Infinity', '', null, 'null', 'unknown']],
    [['21.7', '21.700000000000003', '21.8', '21.6', '21.7']],
    [['123456789012345', '-123456789012345', '1234567890123456', '99999999999999999999']],
    [['0.1', '0.000000000000001', '0.0000000000000001', '1e-16']],
    [['on', 'off', 'on', 'off', null, 'on']],
    [['😀', '\ud83d', '\ude00', 'é', 'e\u0301']],
  ])('are returned as written: %j', (values) => {
    expect(passed(samplesOf(values)).map(({ state }) => state)).toEqual(values);
  });

  it('of many different texts are returned', () => {
    const values = Array.from({ length: 500 }, (_, i) => `title ${(i * i) % 97}`);
    expect(passed(samplesOf(values)).map(({ state }) => state)).toEqual(values);
  });

  it('that repeat are equal texts', () => {
    const block = encodeBlock(samplesOf(Array.from({ length: 1024 }, (_, i) => ((i % 7) / 10).toFixed(1))));
    expect(new Set(decodeBlock(block, { withAttributes: false }).map(({ state }) => state)).size).toBe(7);
  });
});

describe('attributes', () => {
  it('are neither decompressed nor checked when they are not wanted', () => {
    const samples = samplesOf(['on', 'off']).map((sample, i) => ({
      ...sample,
      attributes: JSON.stringify({ i, text: 'x'.repeat(500) }),
    }));
    const block = encodeBlock(samples);
    // The section of the attributes is the last one: its texts end just before the checksum.
    for (let i = 5; i < 12; i += 1) block[block.length - i] = 255;
    const broken = sealed(block);
    expect(() => decodeBlock(broken, { withAttributes: true })).toThrow(DamagedBlock);
    expect(decodeBlock(broken, { withAttributes: false })).toHaveLength(2);
  });
});

describe('attributes that change value by value', () => {
  const setAt = (i: number) =>
    `{"temperature":${(20 + Math.sin(i / 9)).toFixed(2)}, "linkquality":${100 + (i % 7)},"last":"${i}\\"",` +
    `"update":{"state":null,"on":${i % 2 === 0}},"list":[1e3,-0,21.50,${i}],"text":"a: 1"}`;

  it('are returned as written', () => {
    const sets = Array.from({ length: 700 }, (_, i) => (i % 50 === 3 ? '{"state":"idle"}' : setAt(i % 400)));
    const samples = sets.map((set, i) => sampleAt(START + i * 1000, { attributes: set }));
    expect(passed(samples).map((sample) => sample.attributes)).toEqual(sets);
  });

  it('are returned if they are no JSON or have gaps of their own', () => {
    const odd = ['{"a":"\\', '"', '{"a":1}\u0000', '{"a"\u0000:1}', '-', '{"a" : 1}', '{"a":tru}', '1-2', ''];
    for (const text of odd) {
      const sets = Array.from({ length: 20 }, (_, i) => text + (i % 10));
      const samples = sets.map((set, i) => sampleAt(START + i, { attributes: set }));
      expect(passed(samples).map((sample) => sample.attributes)).toEqual(sets);
    }
  });

  it('are returned if they have hundreds of values', () => {
    const sets = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify(Array.from({ length: 400 }, (_, j) => (i * 37 + j * 911) % 10_007)),
    );
    const samples = sets.map((set, i) => sampleAt(START + i, { attributes: set }));
    expect(passed(samples).map((sample) => sample.attributes)).toEqual(sets);
  });

  it('take a few bytes each', () => {
    const samples = Array.from({ length: 1000 }, (_, i) =>
      sampleAt(START + i * 1000, { attributes: setAt(i) }),
    );
    expect(encodeBlock(samples).length / samples.length).toBeLessThan(3);
  });

  it('are returned as written whatever their values and shapes', () => {
    const set = fc.oneof(
      fc.json(),
      fc
        .record({ a: fc.oneof(fc.double(), texts, fc.boolean()), b: fc.nat(20) })
        .map((value) => JSON.stringify(value)),
      fc.tuple(numbers, texts).map(([value, text]) => `{"n":${value},"t":${JSON.stringify(text)}}`),
    );
    fc.assert(
      fc.property(fc.array(set, { minLength: 4, maxLength: 80 }), (sets) => {
        const samples = sets.map((each, i) => sampleAt(START + i, { attributes: each }));
        expect(passed(samples).map((sample) => sample.attributes)).toEqual(sets);
      }),
      { numRuns },
    );
  });
});

describe('the codec', () => {
  it('rejects too few, too many, unordered and timeless samples', () => {
    expect(() => encodeBlock([])).toThrow('1 to 1024 samples, not 0');
    expect(() => encodeBlock(samplesOf(Array(MAX_BLOCK_SAMPLES + 1).fill('on')))).toThrow('not 1025');
    expect(() => encodeBlock([sampleAt(5), sampleAt(5)])).toThrow('The sample at 5 is not later');
    expect(() => encodeBlock([sampleAt(5), sampleAt(4)])).toThrow('The sample at 4 is not later');
    for (const at of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
      expect(() => encodeBlock([sampleAt(at)])).toThrow('no valid time');
      expect(() => encodeBlock([sampleAt(1, { changedAt: at })])).toThrow('no valid time');
    }
  });

  it('accepts the first and the last time there is, and a full block', () => {
    const ends = [sampleAt(0), sampleAt(8.64e15)];
    expect(passed(ends)).toEqual(ends);
    const full = samplesOf(
      Array.from({ length: MAX_BLOCK_SAMPLES }, (_, i) => (20 + Math.sin(i / 40)).toFixed(1)),
    );
    expect(passed(full)).toEqual(full);
  });

  it('rejects a block of another version and one without samples', () => {
    const block = encodeBlock(samplesOf(['on']));
    expect(() =>
      decodeBlock(sealed(Uint8Array.from(block, (byte, i) => (i === 0 ? 2 : byte))), {
        withAttributes: true,
      }),
    ).toThrow('unknown version 2');
    expect(() =>
      decodeBlock(sealed(Uint8Array.from(block, (byte, i) => (i === 1 ? 0 : byte))), {
        withAttributes: true,
      }),
    ).toThrow('it has 0 samples');
    expect(() => decodeBlock(new Uint8Array(0), { withAttributes: true })).toThrow(DamagedBlock);
  });

  it('stores steady sensors with one decimal in at most 2.3 bytes a sample', () => {
    // A linear congruential generator: the same jitter in every run.
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    let value = 21;
    const samples = Array.from({ length: MAX_BLOCK_SAMPLES }, (_, i) => {
      value += (random() - 0.5) / 2;
      return sampleAt(Math.round(START + i * 30_000 + (random() - 0.5) * 100), {
        state: value.toFixed(1),
        attributes: '{"unit_of_measurement":"°C","device_class":"temperature"}',
      });
    });
    expect(encodeBlock(samples).length / samples.length).toBeLessThan(2.3);
  });
});
