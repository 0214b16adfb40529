import { describe, expect, it } from 'vitest';
import { instructionOf, type Vocabulary } from '../../../web/search/instruction.ts';
import { orderOf } from '../../../web/search/instruction-calls.ts';
import { SearchIndex } from '../../../web/search/search-index.ts';
import type { Entity } from '../../../web/state/entity.ts';

const VOCABULARY: Vocabulary = {
  on: ['on', 'an'],
  off: ['off', 'aus'],
  open: ['open', 'auf'],
  close: ['close'],
  lock: ['lock'],
  run: ['run'],
  warm: ['warm'],
  neutral: ['neutral'],
  cool: ['cool'],
  percent: ['percent'],
  degrees: ['degrees'],
  filler: ['the', 'auf'],
};

const entity = (id: string, attributes: object, state = 'on'): Entity => ({
  entity_id: id,
  domain: id.slice(0, id.indexOf('.')),
  state,
  attributes: attributes as Entity['attributes'],
  last_changed: 0,
  last_updated: 0,
  context: { id: '', user_id: '', parent_id: '' },
});

describe('a instruction', () => {
  it.each([
    ['lamp 30 %', { name: 'lamp', value: 30, unit: '%' }],
    ['Lampe auf 30%', { name: 'lampe', value: 30, unit: '%' }],
    ['lamp 2 30 percent warm', { name: 'lamp 2', value: 30, unit: '%', warmth: 'warm' }],
    ['the bedroom blind open', { name: 'bedroom blind', verb: 'open' }],
    ['heating 21,5°', { name: 'heating', value: 21.5, unit: '°' }],
    ['Rollo auf', { name: 'rollo', verb: 'open' }],
  ])('is read from %j', (text, instruction) => {
    expect(instructionOf(text, VOCABULARY)).toEqual(instruction);
  });

  it.each(['lamp', '30 %', 'on', '', '<img src=x> .*'])('is not read from %j', (text) => {
    expect(instructionOf(text, VOCABULARY)).toBeUndefined();
  });

  it('becomes a service call that the entity supports', () => {
    const lamp = entity('light.a', { supported_color_modes: ['color_temp'], min_color_temp_kelvin: 3000 });
    expect(orderOf(lamp, { name: 'a', value: 30, warmth: 'warm' })?.data).toEqual({
      brightness_pct: 30,
      color_temp_kelvin: 3000,
    });
    const plain = entity('light.b', { supported_color_modes: ['onoff'] });
    expect(orderOf(plain, { name: 'b', value: 30 })).toBeUndefined();
    expect(orderOf(plain, { name: 'b', verb: 'off' })).toMatchObject({ service: 'turn_off' });
    const heating = entity('climate.c', { supported_features: 1, min_temp: 7, max_temp: 30 });
    expect(orderOf(heating, { name: 'c', value: 21.5, unit: '°' })?.data).toEqual({ temperature: 21.5 });
    expect(orderOf(heating, { name: 'c', value: 90 })).toBeUndefined();
    expect(orderOf(entity('lock.d', {}, 'locked'), { name: 'd', verb: 'open' })).toBeUndefined();
    expect(orderOf(entity('light.e', {}, 'unavailable'), { name: 'e', verb: 'on' })).toBeUndefined();
  });
});

describe('the search index', () => {
  const source = (name: string, detail = '', order = 1) => ({
    finding: { name, detail, sort: 'Light' },
    words: '',
    order,
  });

  it('puts names before places, and exact names first', () => {
    const index = new SearchIndex([
      source('Ceiling', 'Kitchen'),
      source('Kitchen fan'),
      source('Kitchen', '', 0),
      source('Old kitchen lamp'),
    ]);
    expect(index.find('kitchen', 10).map(({ name }) => name)).toEqual([
      'Kitchen',
      'Kitchen fan',
      'Old kitchen lamp',
      'Ceiling',
    ]);
  });

  it('finds words in any order, without accents, and takes patterns literally', () => {
    const index = new SearchIndex([source('Lampe', 'Küche'), source('<b>.*</b>')]);
    expect(index.find('kuche lampe', 10)).toHaveLength(1);
    expect(index.find('.*', 10)).toHaveLength(1);
    expect(index.find('nothing', 10)).toEqual([]);
  });
});
