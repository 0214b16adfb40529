import type { ItemsKind } from '../../storage/yaml/items.ts';

/** What is kept in files of its own, item by item. */
export type ItemDomain = 'automation' | 'script' | 'scene';

/** Where the items of a domain are written unless a package holds them, and how. */
export const ITEM_FILES: Readonly<Record<ItemDomain, { readonly file: string; readonly kind: ItemsKind }>> = {
  automation: { file: 'automations.yaml', kind: 'list' },
  script: { file: 'scripts.yaml', kind: 'map' },
  scene: { file: 'scenes.yaml', kind: 'list' },
};
