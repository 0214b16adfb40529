import { crc32 } from 'node:zlib';
import type { Sample } from './sample.ts';

/** A sample as appended, under the number of its entity. */
export interface LoggedSample {
  readonly entity: number;
  readonly sample: Sample;
  /** Whether its attributes are those of the entity's previous sample in the log. */
  readonly sameAttributes: boolean;
}

/** One sample in the text of a batch: entity, at, changedAt or 0 if equal, state, attributes' index or -1, context. */
type Entry = readonly [number, number, number, string | null, number, (readonly (string | null)[])?];

const PLAIN = /^[\w.:+ -]*$/;

/** The text of one commit, with a checksum: what one row of the log holds. */
export function encodeBatch(samples: readonly LoggedSample[]): {
  readonly text: string;
  readonly sum: number;
} {
  const texts: string[] = [];
  const indexes = new Map<string, number>();
  const entries = samples.map(({ entity, sample, sameAttributes }): string => {
    const { at, changedAt, state, attributes, context } = sample;
    let index = -1;
    if (!sameAttributes) {
      index = indexes.get(attributes) ?? texts.push(attributes) - 1;
      indexes.set(attributes, index);
    }
    const fields = `${entity},${at},${changedAt === at ? 0 : changedAt},${quoted(state)},${index}`;
    if (context === null) return `[${fields}]`;
    const { id, parent_id: parent, user_id: user } = context;
    return `[${fields},[${quoted(id)},${quoted(parent)},${quoted(user)}]]`;
  });
  const text = `[[${entries.join(',')}],${JSON.stringify(texts)}]`;
  return { text, sum: crc32(text) };
}

/** Most states and IDs are quoted as they are: writing lists and their JSON would take twice as long. */
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A sample as read from the log; null stands for the attributes of the entity's previous sample. */
export interface ReadSample {
  readonly entity: number;
  readonly sample: Omit<Sample, 'attributes'>;
  readonly attributes: string | null;
}

/** Reads a row of the log; a damaged one has no samples. */
export function decodeBatch(text: string, sum: number): readonly ReadSample[] {
  if (crc32(text) !== sum) return [];
  const [entries, texts] = JSON.parse(text) as [Entry[], string[]];
  return entries.map(([entity, at, changedAt, state, index, ids]) => ({
    entity,
    sample: {
      at,
      changedAt: changedAt === 0 ? at : changedAt,
      state,
      context:
        ids === undefined ? null : { id: ids[0] ?? '', parent_id: ids[1] ?? null, user_id: ids[2] ?? null },
    },
    attributes: index === -1 ? null : (texts[index] ?? '{}'),
  }));
}
