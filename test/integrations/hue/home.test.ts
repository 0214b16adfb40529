import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../integrations/hue/bridge.ts';
import { Home } from '../../../integrations/hue/home.ts';

type Options = Readonly<Record<string, unknown>>;
interface Added {
  readonly domain: string;
  readonly options: Options;
  readonly reports: { readonly values: Options; readonly available: boolean | undefined }[];
}

/** A home whose entities are kept here instead of in a hub. */
function openHome(...resources: Resource[]) {
  const added = new Map<string, Added>();
  const changes: unknown[] = [];
  const device = {
    add: (domain: string, options: Options) => {
      const one: Added = { domain, options, reports: [] };
      added.set(`${domain} ${options.uniqueId}`, one);
      return {
        report: (values: Options, more?: { readonly available?: boolean }) =>
          one.reports.push({ values, available: more?.available }),
        remove: () => added.delete(`${domain} ${options.uniqueId}`),
      };
    },
  };
  const bridge = { change: async (...change: unknown[]) => void changes.push(change) };
  const home = new Home({ device: () => device } as never, 'ecb5fafffe5b2c11', () => bridge as never);
  home.begin(resources);
  const last = (key: string) => added.get(key)?.reports.at(-1);
  const update = (...data: object[]) => home.take([{ type: 'update', data }]);
  return { home, added, changes, last, update };
}

const owner = { owner: { rid: 'device', rtype: 'device' } };
const sensor: Resource[] = [
  {
    ...{ id: 'device', type: 'device', metadata: { name: 'Hall sensor' } },
    services: ['motion', 'level', 'power', 'radio', 'button'].map((rid) => ({ rid })),
  },
  { id: 'motion', type: 'motion', enabled: true, motion: { motion_report: { motion: false } }, ...owner },
  { id: 'level', type: 'light_level', enabled: true, light: { light_level: 10_001 }, ...owner },
  { id: 'power', type: 'device_power', power_state: { battery_level: 80 }, ...owner },
  { id: 'radio', type: 'zigbee_connectivity', status: 'connected', ...owner },
  {
    ...{ id: 'button', type: 'button', metadata: { control_id: 2 }, ...owner },
    button: { event_values: ['initial_press', 'short_release'] },
  },
];
const room: Resource[] = [
  { id: 'room', type: 'room', metadata: { name: 'Hall' }, children: [{ rid: 'device' }], services: [] },
  {
    id: 'bright',
    type: 'scene',
    group: { rid: 'room' },
    metadata: { name: 'Bright' },
    status: { active: 'inactive' },
  },
];

describe('the home of a Hue bridge', () => {
  it('shows what sensors sense', () => {
    const { last, update } = openHome(...sensor);
    expect(last('binary_sensor motion')?.values).toEqual({ on: false });
    expect(last('sensor level')?.values).toEqual({ value: 10 });
    expect(last('sensor power')?.values).toEqual({ value: 80 });
    update({ id: 'motion', type: 'motion', motion: { motion_report: { motion: true } } });
    expect(last('binary_sensor motion')?.values).toEqual({ on: true });
    update({ id: 'motion', type: 'motion', enabled: false });
    expect(last('binary_sensor motion')?.values).toEqual({ on: null });
    expect(last('switch motion')?.values).toEqual({ on: false });
  });

  it('makes sensors unavailable that lost their connection, but not their battery', () => {
    const { last, update } = openHome(...sensor);
    update({ id: 'radio', type: 'zigbee_connectivity', status: 'disconnected' });
    expect(last('binary_sensor motion')?.available).toBe(false);
    expect(last('sensor power')?.available).toBe(true);
  });

  it('tells each press of a button, also one like the last', () => {
    const { added, update } = openHome(...sensor);
    const press = { id: 'button', type: 'button', button: { button_report: { event: 'short_release' } } };
    update(press);
    update(press);
    update({ id: 'button', type: 'button', button: { button_report: { event: 'unheard_of' } } });
    const events = added.get('event button')?.reports.filter(({ values }) => 'event_type' in values);
    expect(events?.map(({ values }) => values.event_type)).toEqual(['short_release', 'short_release']);
    expect(added.get('event button')?.options.capabilities).toEqual({
      event_types: ['initial_press', 'short_release'],
    });
  });

  it('turns scenes on, and shows which one is', async () => {
    const { added, changes, last, update } = openHome(...sensor, ...room);
    const scene = added.get('scene bright')?.options;
    expect(scene).toMatchObject({
      name: 'Bright',
      values: { activated: null },
      objectId: 'Hall Hall Bright',
    });
    const turnOn = scene?.turnOn as (fields: Options) => Promise<void>;
    await turnOn({ transition: 2 });
    expect(changes).toEqual([['scene', 'bright', { recall: { action: 'active', duration: 2000 } }]]);
    update({ id: 'bright', type: 'scene', status: { active: 'static' } });
    expect(last('select room_scene_select')?.values).toEqual({ option: 'Bright' });
  });

  it('adds what is new, forgets what is gone, and passes over what it does not understand', () => {
    const { home, added } = openHome(...sensor);
    home.take([{ type: 'add', data: [{ id: 'room', type: 'room', metadata: { name: 'Hall' } }] }]);
    expect(added.has('select room_scene_select')).toBe(true);
    home.take([{ type: 'delete', data: [{ id: 'room', type: 'room' }] }]);
    expect(added.has('select room_scene_select')).toBe(false);
    for (const odd of [
      null,
      7,
      [null],
      [{ type: 'update', data: 'x' }],
      [{ type: 'add', data: [{ id: 7 }] }],
    ])
      expect(() => home.take(odd)).not.toThrow();
  });
});
