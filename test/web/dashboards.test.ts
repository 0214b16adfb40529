import { describe, expect, it } from 'vitest';
import { appAddress } from '../../web/dashboards/addresses.ts';
import { itemsIn, numberIn, textIn } from '../../web/dashboards/config.ts';
import { type ConditionHome, isViewVisible, isVisible } from '../../web/dashboards/visibility.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const STATES = {
  'light.on': 'on',
  'light.other': 'on',
  'sensor.t': '21.5',
  'sensor.limit': '20',
  'person.anna': 'home',
};
const entities = Object.entries(STATES).map(([entity_id, state]) => ({
  ...{ entity_id, state, domain: entity_id.split('.')[0] },
  attributes: entity_id === 'person.anna' ? { user_id: 'anna' } : {},
}));
const home = {
  user: { id: 'anna' },
  entity: (id: string) => entities.find(({ entity_id }) => entity_id === id),
  all: () => entities,
} as unknown as ConditionHome;

describe('the conditions of a card', () => {
  it.each(cases<[name: string, conditions: unknown, isVisible: boolean][]>('visibility'))(
    'understand %s',
    (_, conditions, expected) => {
      expect(isVisible(home, conditions)).toBe(expected);
    },
  );

  it('limit views to users', () => {
    expect(isViewVisible(home, { visible: [{ user: 'anna' }] })).toBe(true);
    expect(isViewVisible(home, { visible: [{ user: 'ben' }] })).toBe(false);
    expect(isViewVisible(home, { visible: false })).toBe(false);
  });
});

describe('paths of a dashboard', () => {
  it.each(cases<[path: string, address: string][]>('addresses'))('%s leads to %s', (path, address) => {
    expect(appAddress(path)).toBe(address);
  });
});

describe('values of a dashboard', () => {
  it('are read whatever they are', () => {
    expect(itemsIn(['light.a', { entity: 'light.b' }, 3, null])).toEqual([
      { entity: 'light.a' },
      { entity: 'light.b' },
    ]);
    expect([itemsIn('light.a'), itemsIn(undefined), itemsIn({})]).toEqual([
      [{ entity: 'light.a' }],
      [],
      [{}],
    ]);
    expect([numberIn('3.5'), numberIn(''), numberIn('x'), numberIn(Number.NaN)]).toEqual([
      3.5,
      undefined,
      undefined,
      undefined,
    ]);
    expect([textIn(5), textIn(' '), textIn({})]).toEqual(['5', undefined, undefined]);
  });
});
