import { describe, expect, it } from 'vitest';
import { Bus } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import { type EntityEntry, EntityRegistry } from '../../../src/entities/registry/entity-registry.ts';
import { RemovedEntities, type RemovedEntity } from '../../../src/entities/registry/removed-entities.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryCollection } from '../../support/home.ts';

const TOLD = {
  config_entry_id: null,
  device_id: null,
  original_name: 'Lamp',
  original_icon: null,
  original_device_class: null,
  unit_of_measurement: null,
  entity_category: null,
  capabilities: {},
  supported_features: 0,
  translation_key: null,
};
const DAY = 86_400_000;

function make() {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const store = new MemoryCollection<RemovedEntity>();
  const areas = new Set(['kitchen']);
  const removed = new RemovedEntities(store, clock, (id) => areas.has(id));
  const registry = new EntityRegistry(new MemoryCollection<EntityEntry>(), { bus, clock, removed });
  const create = () => registry.create('light.lamp', 'mqtt', 'one', TOLD);
  return { clock, store, areas, registry, create };
}

describe('an entity that was removed', () => {
  it('keeps its ID and the user’s settings when it comes back', async () => {
    const { clock, registry, create, store } = make();
    const first = create();
    clock.advance(1000);
    await registry.update('light.lamp', {
      entity_id: 'light.counter',
      name: 'Counter',
      area_id: 'kitchen',
      labels: ['bright'],
      hidden_by: 'user',
      options: { light: { favourite: 1 } },
    });
    await registry.remove('light.counter');
    expect(registry.formerId('light', 'mqtt', 'one')).toBe('light.counter');
    const again = create();
    expect(again).toMatchObject({
      id: first.id,
      entity_id: 'light.lamp',
      name: 'Counter',
      area_id: 'kitchen',
      labels: ['bright'],
      hidden_by: 'user',
      options: { light: { favourite: 1 } },
    });
    expect(store.entries.size).toBe(0);
  });

  it('is forgotten if the user changed nothing, and after a month', async () => {
    const { clock, registry, create, store } = make();
    create();
    await registry.remove('light.lamp');
    expect(store.entries.size).toBe(0);
    create();
    clock.advance(1000);
    await registry.update('light.lamp', { name: 'Counter' });
    await registry.remove('light.lamp');
    clock.advance(31 * DAY);
    expect(create().name).toBeNull();
  });

  it('is in no deleted area', async () => {
    const { clock, registry, create, areas } = make();
    create();
    clock.advance(1000);
    await registry.update('light.lamp', { name: 'Counter', area_id: 'kitchen' });
    await registry.remove('light.lamp');
    areas.delete('kitchen');
    expect(create()).toMatchObject({ name: 'Counter', area_id: null });
  });
});
