import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromTagged, toTagged } from '../../../src/automation/runs/tagged.ts';
import { Float } from '../../../src/core/json.ts';
import { State } from '../../../src/core/state.ts';
import { Datetime, PyDate } from '../../../src/jinja/time/datetime.ts';
import { Timedelta } from '../../../src/jinja/time/timedelta.ts';
import { fixedZone, UTC, zoneOf } from '../../../src/jinja/time/zone.ts';
import type { Value } from '../../../src/jinja/values/context.ts';
import { float } from '../../../src/jinja/values/number.ts';
import { Bytes } from '../../../src/jinja/values/objects.ts';
import { repr } from '../../../src/jinja/values/printing.ts';
import { Markup } from '../../../src/jinja/values/protocol.ts';
import { Dict, equals, PySet, Tuple } from '../../../src/jinja/values/values.ts';

const revive = (state: State): Value => state;
const back = (value: Value): Value => fromTagged(toTagged(value), revive);

const zones = fc.constantFrom(undefined, UTC, zoneOf('Europe/Amsterdam'), fixedZone(5400), fixedZone(-3600));
const walls = fc.bigInt({ min: -(10n ** 15n), max: 4n * 10n ** 15n });
const key = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double().map(float));

const values = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    fc.string(),
    fc.constantFrom(null, true, false, '$n', -0),
    fc.integer(),
    fc.double({ noNaN: true }).map(float),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 90n }),
    fc.tuple(walls, zones, fc.constantFrom(0, 1)).map(([wall, zone, fold]) => new Datetime(wall, zone, fold)),
    walls.map((wall) => new PyDate(wall)),
    walls.map((micros) => new Timedelta(micros)),
    fc.uint8Array().map((data) => new Bytes(data)),
    fc.string().map((text) => new Markup(text)),
    fc.array(key).map((items) => new PySet(items)),
    fc.array(tie('value')),
    fc.array(tie('value')).map((items) => new Tuple(items)),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$n', '$d', '__proto__')), tie('value')),
    fc.array(fc.tuple(key, tie('value'))).map((entries) => {
      const dict = new Dict();
      for (const [name, one] of entries) dict.set(name, one);
      return dict;
    }),
  ),
})).value;

test('every value is restored with its type and its text', () => {
  fc.assert(
    fc.property(values, (value) => {
      const returned = back(value);
      expect(equals(returned, value)).toBe(true);
      expect(repr(returned)).toBe(repr(value));
      expect(toTagged(returned)).toBe(toTagged(value));
    }),
  );
});

test('a whole float stays one, and a NaN', () => {
  expect(back(new Float(21))).toEqual(new Float(21));
  expect(back(21)).toBe(21);
  expect(back(Number.NaN)).toBeNaN();
});

test('a state is restored with its times and its context', () => {
  const context = { id: 'a', parent_id: 'b', user_id: null };
  const state = new State({
    ...{ entity_id: 'light.a', state: 'on', attributes: { brightness: 3 }, context },
    ...{ last_changed: 1.001, last_reported: 3.25, last_updated: 2 },
  });
  expect(back({ to: state })).toEqual({ to: state });
});
