import { walk } from '../../support/walk.ts';

walk('todo', [
  { call: 'add_item', on: 'shopping', data: { item: 'Milk' }, state: '1' },
  { call: 'get_items', on: 'shopping', response: { items: [{ summary: 'Milk', status: 'needs_action' }] } },
  { call: 'update_item', on: 'shopping', data: { item: 'Milk', status: 'completed' }, state: '0' },
  { call: 'remove_completed_items', on: 'shopping', state: '0' },
  { call: 'add_item', on: 'shopping', data: { item: 'Bread' }, state: '1' },
  { call: 'remove_item', on: 'shopping', data: { item: 'Bread' }, state: '0' },
]);
