import { z } from 'zod';

/** A change, as the server lists it. */
export const ChangeRow = z.object({
  id: z.number(),
  time: z.string(),
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  verb: z.string(),
  kind: z.string(),
  name: z.string(),
  parts: z.number(),
  undoes: z.number().nullable(),
  undone_by: z.number().nullable(),
  is_final: z.boolean(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;
/** What would become of documents, items and files. */
export const Parts = z.array(
  z.object({
    kind: z.string(),
    label: z.string(),
    now: z.unknown(),
    undone: z.unknown(),
    state: z.string(),
    conflict: z.object({ fields: z.array(z.string()), reason: z.string().nullable() }).optional(),
  }),
);
/** What an undo would do. */
export const Preview = z.object({
  changes: z.array(ChangeRow),
  final: z.array(ChangeRow),
  parts: Parts,
});
type Preview = z.infer<typeof Preview>;
/** What a change did. */
export function sentenceOf({ kind, name, verb, parts, undoes, undone_by, is_final }: ChangeRow): string {
  const facts = [
    ...(parts > 1 ? [`${parts} parts`] : []),
    ...(undoes === null ? [] : [`undoes ${undoes}`]),
    ...(undone_by === null ? [] : [`undone by ${undone_by}`]),
    ...(is_final ? ['never undone'] : []),
  ];
  return `${plain(kind)} ${name} ${verb}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

/** What an undo would do, in lines. */
export function previewText({ changes, final, parts }: Preview): string {
  const lines = [
    ...changes.map((change) => `Undo of ${change.id}: ${sentenceOf(change)}`),
    ...final.map((change) => `Never undone: ${change.id}: ${sentenceOf(change)}`),
  ];
  return `${[...lines, ...partLines(parts)].join('\n')}\n`;
}

/** What would become of documents, items and files, in lines. */
export function partLines(parts: z.infer<typeof Parts>): string[] {
  const lines: string[] = [];
  for (const { kind, label, now, undone, state, conflict } of parts) {
    lines.push(`${plain(kind)} ${label}: ${state === 'done' ? 'is as it was before' : state}`);
    if (conflict !== undefined)
      lines.push(`  changed since: ${conflict.reason ?? (conflict.fields.join(', ') || 'all of it')}`);
    for (const [field, is, was] of fieldsOf(now, undone)) lines.push(`  ${field}: ${is} -> ${was}`);
  }
  return lines;
}

/** The fields that differ; a text or a document that comes or goes is one field. */
function fieldsOf(now: unknown, undone: unknown): [field: string, is: string, was: string][] {
  if (!isFields(now) || !isFields(undone)) {
    const shown = (value: unknown): string =>
      value === null ? 'nothing' : isFields(value) ? 'all of it' : text(value);
    return now === undone ? [] : [['content', shown(now), shown(undone)]];
  }
  return [...new Set([...Object.keys(now), ...Object.keys(undone)])]
    .filter((field) => text(now[field]) !== text(undone[field]))
    .map((field) => [field, text(now[field]), text(undone[field])]);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function plain(kind: string): string {
  return kind.replaceAll('_', ' ');
}
