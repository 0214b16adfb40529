import { expect, test } from 'vitest';
import { groupState, groupWord } from '../../../src/domains/group/group.ts';

const group = (states: Record<string, string>, all = false) =>
  groupState(
    Object.entries(states).map(([entity_id, state]) => ({ entity_id, state })),
    groupWord(Object.keys(states)),
    all,
  );

test('one member that is on turns a group on, unless all have to be', () => {
  const two = { 'light.a': 'on', 'switch.b': 'off' };
  expect(group(two)).toBe('on');
  expect(group(two, true)).toBe('off');
  expect(group({ 'light.a': 'on', 'switch.b': 'unavailable' }, true)).toBe('off');
});

test('a group uses the states of its members, and on and off where they differ', () => {
  expect(group({ 'person.a': 'not_home', 'device_tracker.b': 'home' })).toBe('home');
  expect(group({ 'cover.a': 'closed', 'cover.b': 'opening' })).toBe('closed');
  expect(group({ 'lock.a': 'locked', 'lock.b': 'opening' })).toBe('unlocked');
  expect(group({ 'lock.a': 'locked', 'cover.b': 'open' })).toBe('on');
  expect(group({ 'lock.a': 'locked', 'cover.b': 'closed' })).toBe('off');
});

test('the state follows from the members, including missing ones', () => {
  expect(groupWord(['cover.a', 'light.missing'])).toBe('on');
  expect(groupWord(['lock.a', 'lock.b'])).toBe('unlocked');
  expect(group({ 'plant.a': 'ok', 'sensor.b': '21' })).toBe('off');
  expect(groupWord(['group.people', 'person.a'], () => 'home')).toBe('home');
  expect(groupWord(['group.gone', 'person.a'])).toBe('home');
});

test('what has no words of its own counts as on in any state that counts as on somewhere', () => {
  expect(group({ 'valve.a': 'opening' })).toBe('on');
  expect(group({ 'valve.a': 'closed' })).toBe('off');
  expect(group({ 'valve.a': 'closing' })).toBeNull();
  expect(group({ 'timer.a': 'paused' })).toBe('on');
  expect(group({ 'timer.a': 'active', 'person.b': 'home' })).toBe('on');
});

test('states other than on count as on if the domain defines so', () => {
  expect(group({ 'climate.a': 'dry' })).toBe('off');
  expect(group({ 'climate.a': 'fan_only' })).toBe('on');
  expect(group({ 'media_player.a': 'buffering' })).toBe('off');
  expect(group({ 'alarm_control_panel.a': 'arming', 'vacuum.b': 'error' })).toBe('on');
});

test('members without a state give no state', () => {
  expect(group({})).toBeNull();
  expect(group({ 'sensor.a': '21' })).toBeNull();
  expect(group({ 'light.a': 'unknown', 'light.b': 'unavailable' })).toBeNull();
  expect(group({ 'light.a': 'unavailable' })).toBe('unavailable');
});
