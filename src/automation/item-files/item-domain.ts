import type { ItemsKind } from '../../storage/yaml/items.ts';

/** The domains whose items are in YAML files. */
export type ItemDomain = 'automation' | 'script' | 'scene';

/** What has versions: items and the cards of dashboards. */
export type VersionedDomain = ItemDomain | 'dashboard';

/** The file of each domain's items outside of packages, and its form. */
export const ITEM_FILES: Readonly<Record<ItemDomain, { readonly file: string; readonly kind: ItemsKind }>> = {
  automation: { file: 'automations.yaml', kind: 'list' },
  script: { file: 'scripts.yaml', kind: 'map' },
  scene: { file: 'scenes.yaml', kind: 'list' },
};
