import { expect, test } from 'vitest';
import { Bus, type HubEvent } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import { type Area, type Floor, type Label, makePlaces } from '../../../src/entities/registry/places.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryCollection } from '../../support/home.ts';

function places() {
  const bus = new Bus(silentLog);
  const events: HubEvent[] = [];
  bus.onAll((event) => events.push(event));
  const stores = {
    areas: new MemoryCollection<Area>(),
    floors: new MemoryCollection<Floor>(),
    labels: new MemoryCollection<Label>(),
  };
  return {
    events,
    stores,
    ...makePlaces(stores, { bus, clock: new FakeClock() }),
  };
}

test('an area gets the slug of its name, its blanks, and an event', async () => {
  const { areas, events } = places();
  const area = await areas.create({ name: ' Living Room ', aliases: [' lounge ', '', 'lounge'] });
  expect(area).toMatchObject({
    id: 'living_room',
    name: 'Living Room',
    aliases: ['lounge'],
    floor_id: null,
    labels: [],
    order: 0,
  });
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['area_registry_updated', { action: 'create', area_id: 'living_room' }],
  ]);
});

test('names are unique whatever their case and spaces, ids whatever became of the name', async () => {
  const { areas } = places();
  await areas.create({ name: 'Living Room' });
  await expect(areas.create({ name: 'LIVINGROOM' })).rejects.toMatchObject({
    code: 'invalid_info',
    message: 'The name LIVINGROOM (livingroom) is already in use',
  });
  await areas.update('living_room', { name: 'Lounge' });
  expect((await areas.create({ name: 'Living room' })).id).toBe('living_room_2');
  expect((await areas.update('living_room', { name: 'LOUNGE' })).name).toBe('LOUNGE');
});

test('empty names and unknown ids are refused, and an update that changes nothing is no event', async () => {
  const { areas, events } = places();
  await expect(areas.create({ name: '  ' })).rejects.toMatchObject({ code: 'invalid_info' });
  await expect(areas.update('attic', { name: 'x' })).rejects.toMatchObject({
    code: 'invalid_info',
    message: "Area ID doesn't exist: attic",
  });
  await expect(areas.delete('attic')).rejects.toMatchObject({ code: 'invalid_info' });
  await expect(areas.create({ name: 'A', floor_id: 'ground' })).rejects.toMatchObject({
    code: 'invalid_info',
  });
  expect(events).toEqual([]);
  await areas.create({ name: 'A' });
  await areas.update('a', { name: 'A', icon: null });
  expect(events).toHaveLength(1);
});

test('a failed save is announced as reverted', async () => {
  const { areas, stores, events } = places();
  await areas.create({ name: 'Hall' });
  stores.areas.failWith(new Error('disk full'));
  await expect(areas.create({ name: 'Attic' })).rejects.toThrow('disk full');
  await expect(areas.delete('hall')).rejects.toThrow('disk full');
  expect(areas.list().map(({ id }) => id)).toEqual(['hall']);
  expect(events.slice(1).map(({ data }) => [data.action, data.area_id])).toEqual([
    ['create', 'attic'],
    ['remove', 'attic'],
    ['remove', 'hall'],
    ['create', 'hall'],
  ]);
});

test('the order is the one given last, and must name all once', async () => {
  const { areas, events } = places();
  for (const name of ['A', 'B', 'C']) await areas.create({ name });
  await areas.reorder(['c', 'a', 'b']);
  expect(areas.list().map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(events.at(-1)?.data).toEqual({ action: 'reorder', area_id: null });
  for (const ids of [
    ['a', 'b'],
    ['a', 'a', 'b'],
    ['a', 'b', 'x'],
  ]) {
    await expect(areas.reorder(ids)).rejects.toMatchObject({ code: 'invalid_format' });
  }
});

test('deleted floors and labels are removed from areas', async () => {
  const { areas, floors, labels, areasOfFloor, areasWithLabel } = places();
  await floors.create({ name: 'Ground', level: 0 });
  await labels.create({ name: 'Heated' });
  await areas.create({ name: 'A', floor_id: 'ground', labels: ['heated', 'unknown'] });
  expect([areasOfFloor('ground'), areasWithLabel('heated'), areasWithLabel('unknown')]).toEqual([
    ['a'],
    ['a'],
    [],
  ]);
  await floors.delete('ground');
  await labels.delete('heated');
  expect(areas.get('a')).toMatchObject({ floor_id: null, labels: [] });
});
