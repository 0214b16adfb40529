import { type ItemConfig, type ItemDomain, readItem } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { normalItem } from './item-parts.ts';

const PARTS: Readonly<Record<ItemDomain, readonly string[]>> = {
  automation: ['triggers', 'conditions', 'actions'],
  script: ['sequence'],
  scene: [],
};
/** The parts of an item that are lists of steps. */
export function partsOf(domain: ItemDomain): readonly string[] {
  return PARTS[domain];
}

/** The saved configuration of an item with the current names of its parts. */
export async function loadItem(
  { connection }: HomeStore,
  domain: ItemDomain,
  id: string,
): Promise<ItemConfig> {
  return normalItem(domain, await readItem(connection, domain, id));
}

/** The initial configuration of a new item, optionally made from a blueprint. */
export function blankItem(domain: ItemDomain, blueprint: string | null = null): ItemConfig {
  if (domain === 'scene') return { name: '', entities: {} };
  if (blueprint !== null) return { alias: '', use_blueprint: { path: blueprint, input: {} } };
  return domain === 'script'
    ? { alias: '', mode: 'single', sequence: [] }
    : { alias: '', mode: 'single', triggers: [], conditions: [], actions: [] };
}

/** A new unique ID: derived from the name for scripts, since it is also the name of their service. */
export async function newItemId(home: HomeStore, domain: ItemDomain, name: string): Promise<string> {
  if (domain !== 'script') return String(Date.now());
  const { slug } = await home.connection.sendMessagePromise<{ slug: string }>({
    type: 'slugify',
    text: name,
  });
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug}_${number}`;
    if (home.entity(`script.${id}`) === undefined) return id;
  }
}
