import type { Change, ChangeConflict, ChangePart } from '../server/changes.ts';
import type { HomeStore } from '../state/home-store.ts';
import { plain, wordOr } from '../texts/domain-name.ts';
import { say } from '../texts/say.ts';
import { timeText } from './time-text.ts';

/** What a change did, as a sentence. */
export function changeText({ kind, verb, name }: Change): string {
  return say(`changes.${verb}`, { kind: kindName(kind), name });
}

/** What users call a kind of document. */
export function kindName(kind: string): string {
  return wordOr(`changes.kind_${kind}`, plain(kind));
}

/** Why something cannot simply be put back. */
export function conflictText({ reason, fields, user_name: user, time }: ChangeConflict): string {
  if (reason !== null) return reason;
  const by = time === null ? say('changes.by_server') : (user ?? say('changes.somebody'));
  const at = time === null ? '' : timeText(time, { dateStyle: 'medium', timeStyle: 'short' });
  return say('changes.conflict', { fields: fields.join(', ') || say('changes.all_of_it'), by, at });
}

/** The fields that undo changes, as texts, with names instead of IDs. */
export function changedParts(
  { now, undone }: Pick<ChangePart, 'now' | 'undone'>,
  home: Pick<HomeStore, 'places'>,
): readonly {
  readonly name: string;
  readonly now: string;
  readonly before: string;
  readonly isLong: boolean;
}[] {
  if (!isFields(now) && !isFields(undone)) return [part('', shown(now), shown(undone))];
  const [is, was] = [isFields(now) ? now : {}, isFields(undone) ? undone : {}];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])]
    .filter((name) => !HIDDEN.has(name) && shown(is[name]) !== shown(was[name]))
    .map((name) =>
      part(
        wordOr(`changes.field_${name}`, plain(name)),
        named(name, is[name], home),
        named(name, was[name], home),
      ),
    );
}

function part(name: string, now: string, before: string) {
  const isLong = `${now}${before}`.includes('\n');
  // What there is not has no lines.
  const lines = (text: string): string => (isLong && text === NOTHING ? '' : text);
  return { name, now: lines(now), before: lines(before), isLong };
}

const NOTHING = '–';
const HIDDEN: ReadonlySet<string> = new Set(['id', 'modified_at', 'created_at']);

/** A value with the names of what it refers to. */
function named(field: string, value: unknown, { places }: Pick<HomeStore, 'places'>): string {
  const nameOf: Readonly<Record<string, (id: string) => string | null | undefined>> = {
    area_id: (id) => places.areas.get(id)?.name,
    floor_id: (id) => places.floors.get(id)?.name,
    labels: (id) => places.labels.get(id)?.name,
    device_id: (id) => places.devices.get(id)?.name,
  };
  const find = nameOf[field];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.map((one) => find?.(one) ?? one).join(', ') || NOTHING;
  return typeof value === 'string' ? (find?.(value) ?? value) : shown(value);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return NOTHING;
  if (typeof value === 'boolean') return say(value ? 'changes.yes' : 'changes.no');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
