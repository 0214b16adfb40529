import { viewOf } from '../domains/index.ts';
import type { Entity } from '../state/entity.ts';
import type { TextKey } from '../texts/catalog.ts';

/** What a change to a state is called; undefined if only the state can be named. */
export function changeText(entity: Entity): TextKey | undefined {
  const { domain, state } = entity;
  if (state === 'unavailable') return 'logbook.unavailable';
  if (state === 'unknown') return 'logbook.unknown';
  const { changes: given, momentText } = viewOf(domain);
  if (momentText !== undefined) return momentText;
  const changes = typeof given === 'function' ? given(entity) : given;
  return changes !== undefined && Object.hasOwn(changes, state) ? changes[state] : undefined;
}
