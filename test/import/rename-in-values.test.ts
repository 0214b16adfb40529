import { expect, test } from 'vitest';
import { renameInValue } from '../../src/import/rename-in-values.ts';

const CLASHES = [
  { collection: 'areas', id: 'kuche', name: 'Küche', presentId: 'kitchen' },
  { collection: 'floors', id: 'eg', name: 'Ground', presentId: 'ground' },
  { collection: 'labels', id: 'warm', name: 'Warm', presentId: 'heat' },
];

const CARDS = (area: string, floor: string, label: string) => ({
  title: 'kuche',
  strategy: {
    type: 'areas',
    areas_display: { hidden: ['office', area], order: [area] },
    areas_options: { [area]: { groups_options: { lights: { hidden: ['light.kuche'] } } } },
    floors_display: { order: [floor] },
  },
  views: [
    { strategy: { type: 'area', area } },
    {
      path: 'kuche',
      cards: [
        { type: 'area', area, navigation_path: `/config/areas/area/${area}?historyBack=1` },
        { type: 'custom:mini-area', area: 'kuche is a text here? no', name: 'kuche' },
        { type: 'markdown', content: `{{ area_name('${area}') }} kuche {{ states('light.kuche') }}` },
        {
          type: 'button',
          area: 'kuche',
          tap_action: { target: { area_id: [area, 'hall'], label_id: label } },
        },
        { type: 'entities', entities: ['light.kuche', { entity: 'light.kuche', label_id: [label] }] },
        { type: 'heading', brightness: 1.5, nothing: null, area_id: 7 },
      ],
    },
  ],
});

test('cards name merged areas, floors and labels by their IDs here, and nothing else changes', () => {
  const stored = { json: JSON.stringify(CARDS('kuche', 'eg', 'warm')) };
  expect(renameInValue(stored, CLASHES)).toEqual({
    json: JSON.stringify(CARDS('kitchen', 'ground', 'heat')),
  });
});

test('what names none of them is the same value, written as it was', () => {
  for (const value of [
    { json: '{"views": [{"cards": [{"type": "light", "entity": "light.kuche", "min": 1.0}]}]}' },
    { options: { state: "{{ states('sensor.kuche') }}" } },
    CARDS('hall', 'attic', 'cold'),
    null,
  ])
    expect(renameInValue(value, CLASHES)).toBe(value);
});

test('rules of users and templates of helpers follow, and an area that is named twice is named once', () => {
  const rule = (areas: string[]) => ({ policy: { rules: [{ effect: 'allow', actions: ['read'], areas }] } });
  expect(renameInValue(rule(['kuche', 'kitchen', 'hall']), CLASHES)).toEqual(rule(['kitchen', 'hall']));
  const helper = (area: string) => ({ options: { state: `{{ area_entities('${area}') | count }}` } });
  expect(renameInValue(helper('kuche'), CLASHES)).toEqual(helper('kitchen'));
});
