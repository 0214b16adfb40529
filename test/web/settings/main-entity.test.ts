import { expect, it } from 'vitest';
import { mainEntities } from '../../../web/pages/settings/main-entity.ts';
import type { Entry } from '../../../web/state/places.ts';

type Known = Pick<Entry, 'device_id' | 'category' | 'isHidden'>;

const of = (device_id: string | null, more: Partial<Known> = {}): Known => ({
  ...{ device_id, category: null, isHidden: false },
  ...more,
});

it('a device is shown by what it is used for, then by what it measures, last by how it is set up', () => {
  const entries = new Map<string, Known>([
    ['sensor.lamp_power', of('lamp')],
    ['number.lamp_delay', of('lamp', { category: 'config' })],
    ['light.lamp', of('lamp')],
    ['switch.plug', of('plug', { isHidden: true })],
    ['sensor.plug_power', of('plug')],
    ['sensor.button_battery', of('button', { category: 'diagnostic' })],
    ['light.group', of(null)],
  ]);
  const order = ['light', 'switch', 'number', 'sensor'];
  const rankOf = (id: string): number => order.indexOf(id.slice(0, id.indexOf('.')));
  const main = mainEntities([...entries.keys(), 'light.unknown'], entries, rankOf);
  expect(Object.fromEntries(main)).toEqual({
    lamp: 'light.lamp',
    plug: 'sensor.plug_power',
    button: 'sensor.button_battery',
  });
});
