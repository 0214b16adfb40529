import { expect, it } from 'vitest';
import { domains } from '../../src/domains/index.ts';
import type { EntityDescription } from '../../src/integrations/entity-port.ts';
import { missingValue } from '../../src/integrations/missing-value.ts';

const lacking = (name: string, more: Partial<EntityDescription> = {}) => {
  const domain = domains.find((one) => one.name === name);
  if (domain === undefined) throw new Error(`There is no domain ${name}`);
  return missingValue(domain, { domain: name, platform: 'any', name: null, ...more });
};

it.each([
  ['lock', 'state'],
  ['climate', 'hvac_mode'],
  ['alarm_control_panel', 'state'],
  ['media_player', 'state'],
  ['select', 'option'],
])('a %s needs the value %s', (domain, name) => {
  expect(lacking(domain)).toBe(name);
  expect(lacking(domain, { values: { [name]: null } })).toBeUndefined();
});

it.each(['light', 'switch', 'sensor', 'binary_sensor', 'camera', 'cover'])('a %s needs none', (domain) => {
  expect(lacking(domain)).toBeUndefined();
});

it('an entity with its values lacks nothing', () => {
  expect(lacking('lock', { values: { state: 'locked' } })).toBeUndefined();
});
