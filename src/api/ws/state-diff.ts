import type { Context } from '../../core/context.ts';
import { type State, seconds } from '../../core/state.ts';
import { isSameJson } from '../../core/state-machine.ts';

/** An entity as a client knows it and as it is now; null if missing. */
export interface Step {
  readonly entity_id: string;
  readonly old_state: State | null;
  readonly new_state: State | null;
}

/** One event of `subscribe_entities` as JSON text: an entity added, changed or removed. */
export function stepText(step: Step): string {
  const { entity_id: id, old_state: before, new_state: now } = step;
  if (now === null) return `{"r":["${id}"]}`;
  if (before === null) return `{"a":{"${id}":${now.toCompressedText()}}}`;
  return `{"c":{"${id}":${diffText(before, now)}}}`;
}

function diffText(before: State, now: State): string {
  const plus: string[] = [];
  if (before.state !== now.state) plus.push(`"s":${JSON.stringify(now.state)}`);
  if (before.last_changed !== now.last_changed) plus.push(`"lc":${seconds(now.last_changed)}`);
  else if (before.last_updated !== now.last_updated) plus.push(`"lu":${seconds(now.last_updated)}`);
  const context = contextDiff(before.context, now.context);
  if (context !== null) plus.push(`"c":${context}`);
  if (before.attributes === now.attributes) return `{"+":{${plus.join(',')}}}`;
  const changed = changedAttributes(before, now);
  if (changed.length > 0) plus.push(`"a":{${changed.join(',')}}`);
  const removed = Object.keys(before.attributes).filter((key) => !Object.hasOwn(now.attributes, key));
  const minus = removed.length > 0 ? `,"-":{"a":${JSON.stringify(removed)}}` : '';
  return `{"+":{${plus.join(',')}}${minus}}`;
}

function changedAttributes(before: State, now: State): string[] {
  const members: string[] = [];
  for (const [key, value] of Object.entries(now.attributes)) {
    if (Object.hasOwn(before.attributes, key) && isSameJson(before.attributes[key], value)) continue;
    const text = JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return members;
}

/** A changed ID alone is a text; other changes are in an object. */
function contextDiff(before: Context, now: Context): string | null {
  const parent = before.parent_id !== now.parent_id;
  const user = before.user_id !== now.user_id;
  if (!parent && !user) return before.id === now.id ? null : JSON.stringify(now.id);
  return JSON.stringify({
    ...(parent ? { parent_id: now.parent_id } : {}),
    ...(user ? { user_id: now.user_id } : {}),
    id: now.id,
  });
}
