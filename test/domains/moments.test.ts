import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buttonDomain } from '../../src/domains/button/button.ts';
import { dateDomain, dateTimeDomain, timeDomain } from '../../src/domains/date-time/date-time.ts';
import {
  parseDay,
  parseMoment,
  parseTimeOfDay,
  pointOfMoment,
} from '../../src/domains/definition/calendar-text.ts';
import { eventDomain } from '../../src/domains/event/event.ts';
import { imageDomain } from '../../src/domains/image/image.ts';
import { notifyDomain } from '../../src/domains/notify/notify.ts';
import { DomainEntity } from '../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../support/golden-rows.ts';

const makes = {
  date: () => new DomainEntity(dateDomain, { values: { date: null } }),
  time: () => new DomainEntity(timeDomain, { values: { time: null } }),
  datetime: () => new DomainEntity(dateTimeDomain, { values: { at: null } }),
  button: () => new DomainEntity(buttonDomain, { values: { pressed_at: null } }),
};

for (const [name, make] of Object.entries(makes))
  for (const row of behaviorRows(name)) test(`recorded: ${row.id}`, () => tryRow(row, [make]));

test('nothing set yet is unknown', () => {
  expect(Object.values(makes).map((make) => make().state)).toEqual(Array(4).fill('unknown'));
});

test('days are read with or without leading zeros, and only if there is such a day', () => {
  expect(['2026-1-2', '2024-02-29'].map(parseDay)).toEqual(['2026-01-02', '2024-02-29']);
  for (const text of ['2026-02-29', '2026-00-01', '2026-01-01T00:00', '20260101', 'x', ''])
    expect(parseDay(text), text).toBe(null);
});

test('times are read with or without seconds', () => {
  expect(['3:4', '23:59:59'].map(parseTimeOfDay)).toEqual(['03:04:00', '23:59:59']);
  for (const text of ['24:00', '10', '10:60', '1:2:3.5', '-1:00'])
    expect(parseTimeOfDay(text), text).toBe(null);
});

test('moments are read without leading zeros and without separators too', () => {
  for (const text of ['2031-2-3 4:5:6', '20310203T040506', '20310203 040506'])
    expect(parseMoment(text)?.local, text).toEqual({
      year: 2031,
      month: 2,
      day: 3,
      hour: 4,
      minute: 5,
      second: 6,
    });
  for (const text of ['2031023T040506', '20310203T0405067', '2031-20-03'])
    expect(parseMoment(text), text).toBe(null);
});

test('moments without an offset are those of the home', () => {
  const at = (text: string): string | undefined => {
    const moment = parseMoment(text);
    return moment === null ? undefined : new Date(pointOfMoment(moment, 'Europe/Amsterdam')).toISOString();
  };
  expect(at('2026-01-02 10:00:00')).toBe('2026-01-02T09:00:00.000Z');
  expect(at('2026-07-02T10:00')).toBe('2026-07-02T08:00:00.000Z');
  expect(at('2026-01-02')).toBe('2026-01-01T23:00:00.000Z');
  expect(at('2026-01-02T10:00:00Z')).toBe('2026-01-02T10:00:00.000Z');
  expect(at('2026-01-02T10:00:00.250-0330')).toBe('2026-01-02T13:30:00.250Z');
  expect(at('2026-01-02T10:00:00.1239999Z')).toBe('2026-01-02T10:00:00.123Z');
  expect(at('2026-01-02T10:00:00+01')).toBe('2026-01-02T09:00:00.000Z');
  expect(['2026-02-30', 'soon', '2026-01-02T25:00', '2026-01-02T10:00+99:99'].map(at)).toEqual(
    Array(4).fill(undefined),
  );
});

test('of an hour shown twice the first counts, of one skipped the one after', () => {
  const at = (text: string): string => {
    const moment = parseMoment(text);
    if (moment === null) throw new Error(text);
    return new Date(pointOfMoment(moment, 'Europe/Amsterdam')).toISOString();
  };
  expect(at('2026-10-25 02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-03-29 02:30')).toBe('2026-03-29T01:30:00.000Z');
});

test('reading moments never fails on any text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-+0-9TZ: .]{0,30}$/), (text) => {
      const moment = parseMoment(text);
      if (moment !== null) expect(Number.isFinite(pointOfMoment(moment, 'UTC'))).toBe(true);
      parseDay(text);
      parseTimeOfDay(text);
    }),
  );
});

test('what happened last is the state, to the digit', () => {
  expect(makes.button().call('press').state).toBe('2026-11-20T05:45:08.123000+00:00');
  const notifier = new DomainEntity(notifyDomain, { values: { sent_at: null } });
  expect(notifier.call('send_message', { message: 5, title: 't' })).toMatchObject({
    state: '2026-11-20T05:45:08.123000+00:00',
    last: { fields: { message: '5' } },
  });
  const titled = new DomainEntity(notifyDomain, { features: ['title'], values: { sent_at: null } });
  expect(titled.call('send_message', { message: 'm', title: 't' }).last?.fields).toEqual({
    message: 'm',
    title: 't',
  });
  const image = new DomainEntity(imageDomain, { values: { updated_at: 0 } });
  expect(image.state).toBe('1970-01-01T00:00:00.000000+00:00');
});

test('an event has its type and its data', () => {
  const bell = new DomainEntity(eventDomain, {
    capabilities: { event_types: ['ring'] },
    values: { at: null },
  });
  expect([bell.state, bell.attributes]).toEqual(['unknown', { event_types: ['ring'], event_type: null }]);
  bell.report({ at: 1_000.5, event_type: 'ring', data: { press: 2, event_type: 'forged' } });
  expect([bell.state, bell.attributes]).toEqual([
    '1970-01-01T00:00:01.000+00:00',
    { event_types: ['ring'], event_type: 'ring', press: 2 },
  ]);
});
