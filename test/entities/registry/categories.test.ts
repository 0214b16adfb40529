import { expect, test } from 'vitest';
import { Categories, type Category } from '../../../src/entities/registry/categories.ts';
import { MemoryCollection, makeHome } from '../../support/home.ts';

test('a failed save or deletion of a category is announced as reverted', async () => {
  const { registry, bus, clock } = makeHome();
  const store = new MemoryCollection<Category>();
  const categories = new Categories({ store, registry, bus, clock });
  const { category_id: id } = await categories.create('automation', { name: 'Light' });
  const heard: unknown[] = [];
  bus.on('category_registry_updated', ({ data }) => heard.push(data.action));
  const full = new Error('full');
  store.failWith(full);
  await expect(categories.create('automation', { name: 'Heat' })).rejects.toBe(full);
  await expect(categories.update('automation', id, { name: 'Lights' })).rejects.toBe(full);
  await expect(categories.delete('automation', id)).rejects.toBe(full);
  expect(heard).toEqual(['create', 'remove', 'update', 'update', 'remove', 'create']);
  expect(categories.list('automation').map(({ name }) => name)).toEqual(['Light']);
});
