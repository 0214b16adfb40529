import { describe, expect, it } from 'vitest';
import { exactDecimalOf } from '../../../src/core/exact-decimal.ts';
import { MeterCount, type MeterRules, type Reading } from '../../../src/helpers/utility-meter/meter-count.ts';

const PLAIN: MeterRules = { isNet: false, hasDeltas: false, isResetting: true };
const MINUTE = 60_000;

/** A state of the source: a text, with its unit if it is not kWh. */
type Given = string | readonly [text: string, unit: string | null];

/** Counts states of the source, a minute apart. */
function counted(states: readonly Given[], rules: Partial<MeterRules> = {}, step = MINUTE): MeterCount {
  const count = new MeterCount({ ...PLAIN, ...rules });
  let before: Reading | null = null;
  for (const [index, given] of states.entries()) {
    const [text, unit] = typeof given === 'string' ? [given, 'kWh'] : given;
    const after: Reading = { value: exactDecimalOf(text) ?? null, unit, at: index * step };
    count.read(after, before);
    before = after;
  }
  return count;
}

describe('a meter', () => {
  it.each([
    ['counts from the first change', ['10', '12', '12.5'], '2.5'],
    ['does not sum up binary noise', ['0', '0.1', '0.3', '0.4'], '0.4'],
    ['goes on after a reset of its source', ['10', '12', '3', '5'], '4'],
    ['loses what is used during a gap', ['10', '12', 'unavailable', '20', '21'], '3'],
    ['ignores texts', ['10', 'twelve', 'NaN', 'inf', '13', '14'], '1'],
    ['is zero after one reading', ['10'], '0'],
    ['ignores a source that reports 0 for a minute', ['100', '0', '100', '101'], '1'],
    ['ignores 0 for some minutes', ['100', '0', '0', '0', '100.5'], '0.5'],
    ['ignores noise', ['100', '99.8', '99.9', '100.1', '100'], '0.1'],
    ['takes a value like 1e300', ['0', '1e300'], '1.000000000000000000000000000E+300'],
  ])('%s', (_what, states, expected) => {
    expect(counted(states).memory.value).toBe(expected);
  });

  it('counts a source anew that stays below its former reading for longer', () => {
    expect(counted(['100', '0', '50', '101'], {}, 3 * MINUTE).memory.value).toBe('101');
  });

  it('never falls when a source returns in steps', () => {
    const seen: number[] = [];
    const states = ['100', '0', '60', '101', '102'];
    for (let length = 1; length <= states.length; length += 1)
      seen.push(Number(counted(states.slice(0, length)).memory.value));
    expect(seen).toEqual([0, 0, 60, 60, 61]);
  });

  it('falls with its source if it is net', () => {
    expect(counted(['10', '12', '7'], { isNet: true }).memory.value).toBe('-3');
    expect(counted(['100', '0', '100.5'], { isNet: true }).memory.value).toBe('0.5');
  });

  it('adds up differences', () => {
    const count = counted(['1', '2', 'unavailable', '4', '-1'], { hasDeltas: true });
    expect(count.memory.value).toBe('7');
    expect(counted(['1', '-3'], { hasDeltas: true, isNet: true }).memory.value).toBe('-2');
  });

  it('counts what is used during a gap if its source never begins anew', () => {
    const states = ['10', '12', 'unavailable', 'unknown', '20'];
    expect(counted(states, { isResetting: false }).memory.value).toBe('10');
  });

  it('converts another unit of the same quantity', () => {
    const count = counted(['1', '1.5', ['1600', 'Wh'], ['1700', 'Wh'], '2']);
    expect(count.memory).toMatchObject({ value: '1.0', unit: 'kWh', lastReading: '2' });
  });

  it('takes a missing unit for the one of before', () => {
    expect(counted(['1', ['2', null], '3']).memory).toMatchObject({ value: '2', unit: 'kWh' });
    expect(counted([['1', null], '2', '3']).memory).toMatchObject({ value: '2', unit: 'kWh' });
  });

  it('begins anew with the unit of another quantity', () => {
    const count = counted(['1', '5', ['7', 'm³'], ['9', 'm³']]);
    expect(count.memory).toMatchObject({ value: '2', unit: 'm³', lastReading: '9' });
  });
});

describe('a period', () => {
  it('begins at zero and leaves its value behind', () => {
    const count = counted(['10', '12']);
    count.reset(5000);
    expect(count.memory).toMatchObject({ value: '0', lastPeriod: '2', lastReset: 5000, lastReading: '12' });
  });

  it('can end before the first reading', () => {
    const count = new MeterCount(PLAIN);
    count.reset(5000);
    expect(count.memory).toMatchObject({ value: '0', lastPeriod: '0' });
  });

  it('gets what is known to be used before its end', () => {
    const count = counted(['10', '12'], { isResetting: false });
    count.reset(5000);
    count.amendPeriod({ begin: null, end: exactDecimalOf('15') ?? fail() });
    count.read({ value: exactDecimalOf('16') ?? null, unit: 'kWh', at: 9000 }, null);
    expect(count.memory).toMatchObject({ lastPeriod: '5', value: '1' });
  });

  it('survives as memory', () => {
    const { memory } = counted(['10', '12.50'], { isResetting: false });
    const count = new MeterCount({ ...PLAIN, isResetting: false }, JSON.parse(JSON.stringify(memory)));
    count.read({ value: exactDecimalOf('20') ?? null, unit: 'kWh', at: 9000 }, null);
    expect(count.memory.value).toBe('10.00');
  });
});

function fail(): never {
  throw new Error('not a number');
}
