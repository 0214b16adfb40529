import { expect, it } from 'vitest';
import { ungrouped } from '../../../web/pages/settings/automations/item-parts.ts';

it('triggers in groups are numbered as the server numbers them', () => {
  const [a, b, c, d] = ['sun', 'time', 'event', 'tag'].map((trigger) => ({ trigger }));
  expect(ungrouped([a, { triggers: [b, { triggers: c }] }, d])).toEqual([a, b, c, d]);
  const named = { triggers: [a], alias: 'not a group' };
  expect(ungrouped([named, null, 'x'])).toEqual([named, null, 'x']);
});
