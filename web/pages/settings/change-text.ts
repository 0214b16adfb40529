import { timeText } from '../../parts/time-text.ts';
import type { Change, ChangeConflict, ChangePart } from '../../server/changes.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

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

/** The fields that undo changes, as texts. */
export function changedParts({ now, undone }: ChangePart): readonly {
  readonly name: string;
  readonly now: string;
  readonly before: string;
}[] {
  if (!isFields(now) && !isFields(undone)) return [{ name: '', now: shown(now), before: shown(undone) }];
  const [is, was] = [isFields(now) ? now : {}, isFields(undone) ? undone : {}];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])]
    .filter((name) => !HIDDEN.has(name) && shown(is[name]) !== shown(was[name]))
    .map((name) => ({ name: plain(name), now: shown(is[name]), before: shown(was[name]) }));
}

const HIDDEN: ReadonlySet<string> = new Set(['id', 'modified_at', 'created_at']);

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
