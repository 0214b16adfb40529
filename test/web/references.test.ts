import { expect, it } from 'vitest';
import { referencesIn } from '../../web/parts/steps/references.ts';

it('steps of any nesting name entities and actions; templates and texts do not', () => {
  const { entities, actions } = referencesIn([
    { action: 'light.turn_onn', target: { entity_id: ['light.gone', '{{ x }}'] }, data: { message: 'a.b' } },
    {
      choose: [
        {
          conditions: [{ condition: 'state', entity_id: 'lock.door' }],
          sequence: [{ service: 'lock.lock' }],
        },
      ],
    },
    null,
    'text',
  ]);
  expect([...entities]).toEqual(['light.gone', 'lock.door']);
  expect([...actions]).toEqual(['light.turn_onn', 'lock.lock']);
});
