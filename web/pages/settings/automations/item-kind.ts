import type { FormValues } from '../../../parts/form/form-field.ts';
import { type ItemDomain, listTraces, type ShortTrace } from '../../../server/items.ts';
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

/** How long to wait for a run to fail, in milliseconds: most errors occur at its start. */
const TIMEOUT_MS = 300;

/** Runs an item now, regardless of its conditions. Rejects if the run fails at its start. */
export async function runItem(
  home: HomeStore,
  domain: ItemDomain,
  entityId: string,
  variables?: FormValues,
): Promise<void> {
  const before = await lastRun(home, domain, entityId);
  const data = variables === undefined ? {} : { variables };
  if (domain === 'automation')
    await home.call({ domain, service: 'trigger', data: { skip_condition: true }, target: entityId });
  else await home.call({ domain, service: 'turn_on', target: entityId, data });
  if (domain === 'scene') return;
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const run = await lastRun(home, domain, entityId);
  if (run === undefined || run.run_id === before?.run_id) return;
  const { error: message, error_translation: translation, script_execution: outcome } = run;
  if (message !== undefined)
    throw { message, translation_key: translation?.key, translation_placeholders: translation?.placeholders };
  if (outcome?.startsWith('failed')) throw { message: outcomeText(outcome) };
}

/** The newest run of an item whose runs are recorded. */
async function lastRun(
  home: HomeStore,
  domain: ItemDomain,
  entityId: string,
): Promise<ShortTrace | undefined> {
  const entity = home.entity(entityId);
  const id = entity === undefined || domain === 'scene' ? undefined : itemIdOf(home, entity);
  if (id === undefined || !home.user.is_admin) return undefined;
  const runs = await listTraces(home.connection, domain, id);
  return [...runs].sort((a, b) => (a.timestamp.start < b.timestamp.start ? 1 : -1))[0];
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
