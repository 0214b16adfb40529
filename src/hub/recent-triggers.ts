import type { EntityId } from '../core/entity-id.ts';
import type { Causes } from '../history/causes.ts';

/** How many runs are remembered. */
const MAX = 1000;

/** Remembers which entity triggered the last runs of automations; returns a function that finds it by the context of a run. */
export function recentTriggers(causes: Pick<Causes, 'onNote'>): (context: string) => EntityId | undefined {
  const triggers = new Map<string, EntityId>();
  causes.onNote(({ kind, context, detail: { trigger_entity_id: id } }) => {
    if (kind !== 'automation' || typeof id !== 'string') return;
    triggers.set(context, id);
    const [oldest] = triggers.keys();
    if (triggers.size > MAX && oldest !== undefined) triggers.delete(oldest);
  });
  return (context) => triggers.get(context);
}
