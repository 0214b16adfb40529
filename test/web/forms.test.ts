import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultIn, located, pathOf } from '../../web/parts/form/fault.ts';
import { fits } from '../../web/parts/form/fitting.ts';
import { lengthOf, lengthText, withoutDays } from '../../web/parts/form/length-of-time.ts';
import { matching, named } from '../../web/parts/form/matching.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('a length of time', () => {
  it.each(cases<[string | number | object, object][]>('durations'))(
    'is read in each form it is written in: %j',
    (written, expected) => {
      expect(lengthOf(written)).toMatchObject(expected);
    },
  );

  it.each([
    'nonsense',
    '{{ 5 }}',
    '',
    '00:75:00',
    { minutes: '{{ 5 }}' },
    { weeks: 1 },
    [5],
    null,
    Number.NaN,
  ])('is undefined for other values: %j', (written) => {
    expect(lengthOf(written)).toBeUndefined();
  });

  it('is read back from its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900_000_000, max: 900_000_000 }), (thousandths) => {
        const length = lengthOf(thousandths / 1000);
        expect(length && lengthOf(lengthText(length))).toEqual(length);
        expect(length && lengthText(withoutDays(length))).toBe(length && lengthText(length));
      }),
    );
  });
});

describe('a fault', () => {
  const path = '[0].choose[1].conditions[0].entity_id';
  const wrong = { expected: { key: 'expects_entity_id' }, value: '"x"' };
  const text = 'Expected an entity ID. Got "x"';

  it('is at the location the server reports', () => {
    const fault = { path: pathOf(path), text };
    expect(fault.path).toEqual([0, 'choose', 1, 'conditions', 0, 'entity_id']);
    expect(faultIn(fault, 0, 'choose', 1)).toEqual({ path: ['conditions', 0, 'entity_id'], text });
    expect(faultIn(fault, 1)).toBeUndefined();
  });

  it('has its location as a placeholder, also below the errors it causes', () => {
    const wrongAt = { key: 'wrong_value_at', placeholders: { ...wrong, path } };
    const without = { key: 'wrong_value', placeholders: { ...wrong, path } };
    expect(located(wrongAt)).toEqual({ place: path, translation: without });
    const problem = { key: 'unknown_config_key', placeholders: { key: 'path' } };
    expect(located({ key: 'problem_at', placeholders: { problem, path } })).toEqual({
      place: path,
      translation: problem,
    });
    const malformed = (reason: object) => ({ key: 'message_malformed', placeholders: { reason } });
    expect(located(malformed(wrongAt))).toEqual({ place: path, translation: malformed(without) });
  });

  it('without a place is one of the whole', () => {
    const whole = { key: 'invalid_blueprint', placeholders: { path: "a at '[0].b'", reason: 'x' } };
    expect(located(whole)).toEqual({ place: undefined, translation: whole });
  });
});

describe('a field', () => {
  const named = { name: 'x', label: 'X' };
  it('shows values of its type, and leaves templates and other values to YAML', () => {
    expect(fits({ ...named, kind: 'number' }, 5)).toBe(true);
    expect(fits({ ...named, kind: 'number' }, '{{ 5 }}')).toBe(false);
    expect(fits({ ...named, kind: 'time' }, '07:00:00')).toBe(true);
    expect(fits({ ...named, kind: 'time' }, 'input_datetime.wake_up')).toBe(false);
    expect(fits({ ...named, kind: 'duration' }, { minutes: 5 })).toBe(true);
    expect(fits({ ...named, kind: 'duration' }, '{{ 5 }}')).toBe(false);
    expect(fits({ ...named, kind: 'choose', what: 'entity', isMultiple: true }, 'light.a, light.b')).toBe(
      true,
    );
    expect(fits({ ...named, kind: 'choose', what: 'entity' }, ['light.a'])).toBe(false);
    expect(fits({ ...named, kind: 'target' }, { entity_id: 'light.a', area_id: ['kitchen'] })).toBe(true);
    expect(fits({ ...named, kind: 'target' }, '{{ target }}')).toBe(false);
    expect(fits({ ...named, kind: 'color' }, [255, 0, 0])).toBe(true);
    expect(fits({ ...named, kind: 'color' }, 'red')).toBe(false);
    expect(fits({ ...named, kind: 'group', fields: [{ ...named, kind: 'text' }] }, { x: 1 })).toBe(true);
    expect(fits({ ...named, kind: 'group', fields: [{ ...named, kind: 'text' }] }, { y: 1 })).toBe(false);
    expect(fits({ ...named, kind: 'text' }, { deep: true })).toBe(false);
    expect(fits({ ...named, kind: 'text' }, undefined)).toBe(true);
  });
});

describe('a search', () => {
  const choices = [
    { id: 'light.kitchen_table', name: 'Table', detail: 'Kitchen · light.kitchen_table' },
    { id: 'light.kuche', name: 'Küche', detail: 'light.kuche' },
    { id: 'light.table', name: 'Long table', detail: 'Hall · light.table' },
  ];

  it('finds by parts of name, id and place, what begins so first', () => {
    expect(matching(choices, 'table').map(({ id }) => id)).toEqual(['light.kitchen_table', 'light.table']);
    expect(matching(choices, 'hall table').map(({ id }) => id)).toEqual(['light.table']);
    expect(matching(choices, 'kuch').map(({ id }) => id)).toEqual(['light.kuche']);
    expect(matching(choices, '')).toEqual(choices);
    expect(matching(choices, 'nothing such')).toEqual([]);
  });

  it('finds exact matches, by ID before name', () => {
    expect(named(choices, 'light.table')?.name).toBe('Long table');
    expect(named(choices, 'küche')?.id).toBe('light.kuche');
    expect(named(choices, 'tabl')).toBeUndefined();
  });
});
