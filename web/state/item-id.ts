import type { Entity } from './entity.ts';
import type { HomeStore } from './home-store.ts';

const BASES: Readonly<Record<string, string>> = {
  automation: '/settings/automations',
  script: '/settings/scripts',
};

/** The ID of an automation, script or scene in its file; undefined for one that cannot be edited. */
export function itemIdOf(home: HomeStore, { domain, entity_id, attributes }: Entity): string | undefined {
  if (domain === 'script') return home.scriptKey(entity_id);
  return typeof attributes.id === 'string' ? attributes.id : undefined;
}

/** The address of the trace of a run; undefined for a user who may not open it, and for items without traces. */
export function tracePath(home: HomeStore, entityId: string, runId: string): string | undefined {
  const entity = home.entity(entityId);
  const base = entity && BASES[entity.domain];
  const itemId = entity && itemIdOf(home, entity);
  if (!home.user.is_admin || base === undefined || itemId === undefined) return undefined;
  return `${base}/${encodeURIComponent(itemId)}/traces?run=${encodeURIComponent(runId)}`;
}
