import { expect, test } from 'vitest';
import { groupState } from '../../src/domains/group.ts';

const group = (states: Record<string, string>, all = false) =>
  groupState(
    Object.entries(states).map(([entity_id, state]) => ({ entity_id, state })),
    all,
  );

test('one member that is on turns a group on, unless all have to be', () => {
  const two = { 'light.a': 'on', 'switch.b': 'off' };
  expect(group(two)).toBe('on');
  expect(group(two, true)).toBe('off');
  expect(group({ 'light.a': 'on', 'switch.b': 'unavailable' }, true)).toBe('off');
});

test('a group speaks the words of its members, and on and off where they differ', () => {
  expect(group({ 'person.a': 'not_home', 'device_tracker.b': 'home' })).toBe('home');
  expect(group({ 'cover.a': 'closed', 'cover.b': 'opening' })).toBe('closed');
  expect(group({ 'lock.a': 'locked', 'lock.b': 'opening' })).toBe('unlocked');
  expect(group({ 'lock.a': 'locked', 'cover.b': 'open' })).toBe('on');
  expect(group({ 'lock.a': 'locked', 'cover.b': 'closed' })).toBe('off');
});

test('states other than on count as on where the kind says so', () => {
  expect(group({ 'climate.a': 'dry' })).toBe('off');
  expect(group({ 'climate.a': 'fan_only' })).toBe('on');
  expect(group({ 'media_player.a': 'buffering' })).toBe('off');
  expect(group({ 'alarm_control_panel.a': 'arming', 'vacuum.b': 'error' })).toBe('on');
});

test('what says nothing makes no state', () => {
  expect(group({})).toBeNull();
  expect(group({ 'sensor.a': '21' })).toBeNull();
  expect(group({ 'light.a': 'unknown', 'light.b': 'unavailable' })).toBeNull();
  expect(group({ 'light.a': 'unavailable' })).toBe('unavailable');
});
