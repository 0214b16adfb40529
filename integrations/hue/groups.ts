import type { Resource } from './bridge.ts';
import { type Change, type Part, part } from './part.ts';
import { type Store, textOf, within } from './store.ts';

type Fields = Readonly<Record<string, unknown>>;

const SCENES = ['scene', 'smart_scene'] as const;

/** The scenes of a room or zone, and the choice among them. */
export function sceneParts(group: Resource, store: Store, change: Change): Part[] {
  const scenes = SCENES.flatMap((type) => store.ofType(type)).filter(
    (scene) => textOf(within(scene, 'group'), 'rid') === group.id,
  );
  const own = scenes.map((scene) =>
    part({
      ...{ domain: 'scene', uniqueId: scene.id, device: group },
      options: {
        name: nameOf(scene),
        ...{ capabilities: { entity_id: [] }, isOptimistic: true, values: { activated: null } },
        turnOn: (fields: Fields) => recall(scene, fields, change),
      },
      read: () => ({}),
    }),
  );
  return [...own, choicePart(group, scenes, change)];
}

function choicePart(group: Resource, scenes: readonly Resource[], change: Change): Part {
  const options = [...new Set(scenes.map(nameOf))].sort();
  return part({
    ...{ domain: 'select', uniqueId: `${group.id}_scene_select`, device: group },
    options: {
      ...{ name: 'Scene', capabilities: { options } },
      selectOption: ({ option }: Fields) => {
        const scene = scenes.find((one) => nameOf(one) === option);
        return scene === undefined ? undefined : recall(scene, {}, change);
      },
    },
    read: (store) => {
      const active = scenes.find((scene) => isActive(store.get(scene.id)));
      return { option: active === undefined ? null : nameOf(active) };
    },
  });
}

function recall(scene: Resource, { transition }: Fields, change: Change): Promise<void> {
  if (scene.type === 'smart_scene')
    return change('smart_scene', scene.id, { recall: { action: 'activate' } });
  const duration = typeof transition === 'number' ? { duration: Math.round(transition * 1000) } : {};
  return change('scene', scene.id, { recall: { action: 'active', ...duration } });
}

function isActive(scene: Resource | undefined): boolean {
  if (scene?.type === 'smart_scene') return scene.state === 'active';
  const active = textOf(within(scene, 'status'), 'active');
  return active !== null && active !== 'inactive';
}

function nameOf(scene: Resource): string {
  return textOf(within(scene, 'metadata'), 'name') ?? scene.id;
}
