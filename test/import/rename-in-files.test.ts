import { expect, test } from 'vitest';
import { renameInFiles, renameInYaml } from '../../src/import/rename-in-files.ts';

const CLASHES = [
  { collection: 'areas', id: 'kuche', name: 'Küche', presentId: 'kitchen' },
  { collection: 'floors', id: 'eg', name: 'Ground', presentId: 'ground' },
  { collection: 'labels', id: 'warm', name: 'Warm', presentId: 'heat' },
];

const BEFORE = `# The kuche stays in comments.
- alias: Evening in kuche   # area_id: kuche
  triggers:
  - trigger: state
    entity_id: light.kuche
  actions:
  - action: light.turn_on
    target:
      area_id: kuche
      floor_id: ["eg", 'other', eg]
      label_id:
      - warm
      - kuche
  - action: light.turn_off
    target: {area_id: "kuche", entity_id: kuche}
  - condition: "{{ area_entities('kuche') | count > 0 and is_state('light.kuche', 'on') }}"
  - action: notify.x
    data:
      message: >-
        {{ area_name("kuche") }} {{ 'eg' | floor_areas }} {{ label_entities('warm') }} {{ 'kuche' }}
      name: kuche
  - action: !secret kuche
`;
const AFTER = `# The kuche stays in comments.
- alias: Evening in kuche   # area_id: kuche
  triggers:
  - trigger: state
    entity_id: light.kuche
  actions:
  - action: light.turn_on
    target:
      area_id: kitchen
      floor_id: ["ground", 'other', ground]
      label_id:
      - heat
      - kuche
  - action: light.turn_off
    target: {area_id: "kitchen", entity_id: kuche}
  - condition: "{{ area_entities('kitchen') | count > 0 and is_state('light.kuche', 'on') }}"
  - action: notify.x
    data:
      message: >-
        {{ area_name("kitchen") }} {{ 'ground' | floor_areas }} {{ label_entities('heat') }} {{ 'kuche' }}
      name: kuche
  - action: !secret kuche
`;

test('merged areas, floors and labels are renamed where they are meant, and nothing else changes', () => {
  expect(renameInYaml(BEFORE, CLASHES)).toBe(AFTER);
  expect(renameInYaml(AFTER, CLASHES)).toBe(AFTER);
  expect(renameInYaml('a: [', CLASHES)).toBeUndefined();
});

test('an ID with special characters is quoted, and one is found in each file of several documents', () => {
  const clashes = [{ collection: 'areas', id: 'kuche', name: 'K', presentId: 'x: "y' }];
  expect(renameInYaml('area_id: kuche\n---\narea_id: kuche # here\n', clashes)).toBe(
    'area_id: "x: \\"y"\n---\narea_id: "x: \\"y" # here\n',
  );
});

test('only YAML files that name them are changed', async () => {
  const texts: Record<string, string> = {
    'automations.yaml': BEFORE,
    'scripts.yaml': 'x: 1\n',
    'secrets.yaml': 'area_id: kuche\n',
    'www/kuche.js': 'area_id: kuche',
    'broken.yaml': 'kuche: [',
  };
  const files = new Map(Object.keys(texts).map((name) => [name, { from: name }]));
  const text = async (name: string): Promise<string> => texts[name] ?? '';
  expect(await renameInFiles({ files }, { text }, CLASHES)).toEqual({
    changed: ['automations.yaml'],
    unread: ['broken.yaml'],
  });
  expect(files.get('automations.yaml')).toEqual({ text: AFTER });
  expect(files.get('scripts.yaml')).toEqual({ from: 'scripts.yaml' });
});
