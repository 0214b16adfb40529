import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Float } from '../../../src/core/json.ts';
import { changeValue } from '../../../src/storage/yaml/change-value.ts';
import { sameValue } from '../../../src/storage/yaml/same-value.ts';
import { meaningOf, readTree } from '../../../src/storage/yaml/tree.ts';
import { testData, testText } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

function read(text: string): unknown {
  const { document, fault } = readTree(text);
  expect(fault).toBe(undefined);
  return meaningOf(document, document.contents);
}

const ITEM = testText(import.meta.filename, 'item.yaml');

type Fields = Record<string, unknown>;
interface Item extends Fields {
  triggers: [Fields & { for: Fields }, Fields];
  actions: [Fields & { data: Fields }, Fields, Fields & { variables: Fields }, ...Fields[]];
}

describe('a change of one value', () => {
  const value = () => (read(ITEM) as Record<string, unknown>[])[0] as Record<string, unknown>;
  const changed = (change: (item: Item) => void): string => {
    const wished = JSON.parse(JSON.stringify(value())) as Item;
    change(wished);
    return changeValue(ITEM, { at: [0], value: wished, ordered: new Set(['variables']) });
  };
  /** The lines that differ, as `-old` and `+new`. */
  const difference = (text: string): string[] => {
    const [before, after] = [ITEM.split('\n'), text.split('\n')];
    return [
      ...before.filter((line) => !after.includes(line)).map((line) => `-${line}`),
      ...after.filter((line) => !before.includes(line)).map((line) => `+${line}`),
    ];
  };

  test('to what is there already changes nothing', () => {
    expect(changed(() => {})).toBe(ITEM);
  });

  test.each<[string, (item: Item) => void, string[]]>([
    [
      'a text keeps its quotes and the comment behind it',
      (item) => Object.assign(item, { id: '1701', alias: 'Stairs' }),
      [
        "-- id: '1700' # given by the app",
        '-  alias: "Hall light"',
        "+- id: '1701' # given by the app",
        '+  alias: "Stairs"',
      ],
    ],
    [
      'a text in lines becomes another',
      (item) => Object.assign(item, { description: 'Short' }),
      ['-  description: >-', '-    Long text', '-    over lines', '+  description: Short'],
    ],
    [
      'a value in brackets changes there',
      (item) => Object.assign(item.triggers[0].for, { minutes: 10 }),
      ['-      for: {minutes: 5, seconds: 0}', '+      for: {minutes: 10, seconds: 0}'],
    ],
    [
      'a key is added behind the one before it',
      (item) => {
        item.actions[0] = {
          action: 'notify.phone',
          target: { area_id: ['hall'] },
          data: item.actions[0].data,
        };
      },
      ['+      target:', '+        area_id:', '+          - hall'],
    ],
    [
      'a key goes, and comments around it stay',
      (item) => {
        delete item.description;
        delete item.mode;
      },
      ['-  description: >-', '-    Long text', '-    over lines', '-  mode: restart'],
    ],
    [
      'the first key of an item goes',
      (item) => {
        item.actions[1] = { delay: 5 };
        delete item.triggers[1].trigger;
      },
      [
        '-    - trigger: time',
        '-      at: "07:00:00"',
        '-    - delay: 21.0',
        '+    - at: "07:00:00"',
        '+    - delay: 5',
      ],
    ],
    [
      'an item is put between others',
      (item) => item.actions.splice(1, 0, { stop: 'no: more' }),
      ["+    - stop: 'no: more'"],
    ],
    [
      'an item is put first',
      (item) => item.actions.splice(0, 0, { event: 'e', event_data: {} }),
      ['+    - event: e', '+      event_data: {}'],
    ],
    [
      'an item goes',
      (item) => item.triggers.splice(0, 1),
      [
        '-    - trigger: state',
        '-      entity_id: binary_sensor.hall # not the other one',
        "-      to: 'on'",
        '-      for: {minutes: 5, seconds: 0}',
      ],
    ],
    [
      'a tag becomes a value, a value a tag',
      (item) => {
        item.actions[0].data.token = 'plain';
        item.alias = '!secret name';
      },
      [
        '-  alias: "Hall light"',
        '-        token: !secret phone_token # never shown',
        '+  alias: !secret name',
        '+        token: plain # never shown',
      ],
    ],
    [
      'a list becomes empty',
      (item) => Object.assign(item, { triggers: [] }),
      [
        '-  triggers:',
        '-    # the sensor at the door',
        '-    - trigger: state',
        '-      entity_id: binary_sensor.hall # not the other one',
        "-      to: 'on'",
        '-      for: {minutes: 5, seconds: 0}',
        '-    - trigger: time',
        '-      at: "07:00:00"',
        '+  triggers: []',
      ],
    ],
  ])('%s', (_name, change, lines) => {
    expect(difference(changed(change))).toEqual(lines);
  });

  test('the order of variables counts', () => {
    const text = changed((item: Item) => {
      item.actions[2].variables = { a: 1, b: item.actions[2].variables.b };
    });
    const [item] = read(text) as { actions: { variables: object }[] }[];
    expect(Object.keys(item?.actions[2]?.variables ?? {})).toEqual(['a', 'b']);
    expect(text).toContain('# at last');
  });

  test('Windows line ends are kept', () => {
    const text = changeValue('- id: a\r\n  x:\r\n  - 1\r\n', {
      at: [0],
      value: { id: 'a', x: [1, 2], y: { z: 1 } },
    });
    expect(text).toBe('- id: a\r\n  x:\r\n  - 1\r\n  - 2\r\n  y:\r\n    z: 1\r\n');
  });
});

describe('random values', () => {
  const text = fc.oneof(
    fc.constantFrom(...cases<string[]>('texts'), ...cases<string[]>('texts 2')),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );
  const leaf = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => (Number.isInteger(value) ? new Float(value) : value)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
  );
  const key = fc.oneof(
    fc.constantFrom('a', 'b', 'c', 'on', 'variables', 'x y', '5', '<<', '__proto__', 'a: b', '!secret x'),
    text.filter((one) => one.length < 100),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  }));
  const map = fc.dictionary(
    fc.constantFrom('id', 'alias', 'triggers', 'actions', 'variables', 'mode'),
    value,
  );
  const ordered = new Set(['variables']);

  test('are written so that they are read back, in lists and in maps', () => {
    fc.assert(
      fc.property(map, map, (first, second) => {
        const written = changeValue('- id: x\n', { at: [0], value: first, ordered });
        expect(sameValue(read(written), [first], ordered)).toBe(true);
        const changed = changeValue(written, { at: [0], value: second, ordered });
        expect(sameValue(read(changed), [second], ordered)).toBe(true);
        const entry = changeValue('k:\n  id: x\n', { at: ['k'], value: first, ordered });
        expect(sameValue(read(entry), { k: first }, ordered)).toBe(true);
        const whole = changeValue('# mine\nid: x\n', { at: [], value: first, ordered });
        expect(sameValue(read(whole), first, ordered)).toBe(true);
        expect(whole.startsWith('# mine\n')).toBe(true);
      }),
      { numRuns: seeds(60, 300), examples: [[{ actions: [{ '': 'a\n\n' }] }, {}]] },
    );
  });

  test('change commented items, whatever they become', () => {
    const [original] = read(ITEM) as [Record<string, unknown>];
    const path = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, fc.constantFrom('set', 'remove', 'add', 'swap'), value, (steps, kind, given) => {
        const wished = JSON.parse(JSON.stringify(original)) as Record<string, unknown>;
        alter(wished, { steps, kind, given });
        const text = changeValue(ITEM, { at: [0], value: wished, ordered });
        expect(sameValue(read(text), [wished], ordered)).toBe(true);
      }),
      { numRuns: seeds(200, 1000) },
    );
  });
});

/** One change somewhere in a value. */
function alter(
  root: Record<string, unknown>,
  {
    steps,
    kind,
    given,
  }: { readonly steps: readonly number[]; readonly kind: string; readonly given: unknown },
): void {
  let holder = root as Record<string, unknown> | unknown[];
  for (const [depth, step] of steps.entries()) {
    const keys = Object.keys(holder);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const inner = (holder as Record<string, unknown>)[key];
    if (depth < steps.length - 1 && typeof inner === 'object' && inner !== null) {
      holder = inner as Record<string, unknown>;
      continue;
    }
    if (Array.isArray(holder)) {
      if (kind === 'remove') holder.splice(Number(key), 1);
      else if (kind === 'add') holder.splice(Number(key), 0, given);
      else if (kind === 'swap') holder.reverse();
      else holder[Number(key)] = given;
    } else if (kind === 'remove') delete holder[key];
    else holder[kind === 'add' ? `${key}_new` : key] = given;
    return;
  }
}
