import type { FormValues } from '../../../parts/form/form-field.ts';
import type { ItemDomain } from '../../../server/items.ts';
import type { Entity } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { itemIdOf } from '../../../state/item-id.ts';
import type { TextKey } from '../../../texts/catalog.ts';
import { plain, wordOr } from '../../../texts/domain-name.ts';
import { say } from '../../../texts/say.ts';

/** What differs between automations, scripts and scenes on their pages. */
export interface ItemKind {
  readonly domain: ItemDomain;
  readonly base: string;
  readonly title: TextKey;
  readonly none: TextKey;
  readonly add: TextKey;
  /** The configuration key of the item's name. */
  readonly nameKey: 'alias' | 'name';
}

export const ITEM_KINDS: Readonly<Record<ItemDomain, ItemKind>> = {
  automation: {
    domain: 'automation',
    base: '/settings/automations',
    title: 'automations.title',
    none: 'automations.none',
    add: 'automations.add',
    nameKey: 'alias',
  },
  script: {
    domain: 'script',
    base: '/settings/scripts',
    title: 'scripts.title',
    none: 'scripts.none',
    add: 'scripts.add',
    nameKey: 'alias',
  },
  scene: {
    domain: 'scene',
    base: '/settings/scenes',
    title: 'scenes.title',
    none: 'scenes.none',
    add: 'scenes.add',
    nameKey: 'name',
  },
};

/** The entity of an item. */
export function entityOfItem(home: HomeStore, domain: ItemDomain, id: string): Entity | undefined {
  return [...home.all()].find((entity) => entity.domain === domain && itemIdOf(home, entity) === id);
}

/** Runs an item now, regardless of its conditions. */
export function runItem(
  home: HomeStore,
  domain: ItemDomain,
  entityId: string,
  variables?: FormValues,
): Promise<unknown> {
  if (domain === 'automation')
    return home.call({ domain, service: 'trigger', data: { skip_condition: true }, target: entityId });
  const data = variables === undefined ? {} : { variables };
  return home.call({ domain, service: 'turn_on', target: entityId, data });
}

/** The result of a run in words. */
export function outcomeText(outcome: string | null): string {
  switch (outcome) {
    case 'finished':
      return say('traces.finished');
    case 'failed_conditions':
      return say('traces.failed_conditions');
    case 'error':
      return say('traces.error');
    case null:
      return say('traces.running');
    default:
      return wordOr(`outcome.${outcome}`, plain(outcome));
  }
}
