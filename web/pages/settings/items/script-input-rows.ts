import type { FormValues } from '../../../parts/form/form-field.ts';
import { slugOf } from '../../../parts/slug.ts';

/** An input of a script as its row in the editor: what its selector says stands beside its kind. */
export type InputRow = FormValues & { readonly key?: string };

/** A name variables can have in templates. */
export const KEY = /^[a-z_][a-z\d_]*$/i;

/** The row of each input, in the order they are declared in. */
export function rowsOf(inputs: unknown): readonly InputRow[] {
  return Object.entries((inputs ?? {}) as Readonly<Record<string, FormValues | null>>).map(([key, input]) => {
    const { selector, ...rest } = input ?? {};
    const [kind = 'text', options] = Object.entries((selector ?? {}) as FormValues)[0] ?? [];
    return { ...rest, key, kind, ...(options == null ? {} : { options }) };
  });
}

/** The inputs the rows stand for. */
export function inputsOf(rows: readonly InputRow[]): FormValues {
  return Object.fromEntries(
    rows.map(({ key = '', kind = 'text', options, ...rest }) => {
      const { name, description, ...more } = rest;
      const texts = Object.fromEntries(
        Object.entries({ name, description }).filter(([, text]) => text !== undefined),
      );
      return [key, { ...texts, ...more, selector: { [String(kind)]: options ?? null } }];
    }),
  );
}

/**
 * The rows after somebody changed one, added one, moved or took some away: a new one gets a key, one of another kind begins without a
 * value, and a key nobody has used yet (`fresh` remembers these) follows the name that is typed.
 */
export function keyedRows(
  before: readonly InputRow[],
  after: readonly InputRow[],
  fresh: Set<string>,
): readonly InputRow[] {
  return after.map((row, at) => {
    // What was only moved is the very row of before.
    if (before.includes(row)) return row;
    if (row.key === undefined && row.kind === undefined) {
      const key = freeKey('input', after);
      fresh.add(key);
      return { key, kind: 'text', ...row };
    }
    const old = before[at];
    if (old === undefined || old.kind !== row.kind) {
      const { options: _options, default: _default, ...rest } = row;
      return rest;
    }
    const { key, name } = row;
    if (key === undefined || !fresh.has(key) || old.name === name || typeof name !== 'string') return row;
    const next = freeKey(
      keyOf(name),
      after.filter((one) => one !== row),
    );
    fresh.add(next);
    return { ...row, key: next };
  });
}

function freeKey(wish: string, rows: readonly InputRow[]): string {
  const taken = new Set(rows.map(({ key }) => key));
  for (let number = 1; ; number++) {
    const key = number === 1 ? wish : `${wish}_${number}`;
    if (!taken.has(key)) return key;
  }
}

function keyOf(name: string): string {
  const slug = slugOf(name);
  return KEY.test(slug) ? slug : `input_${slug}`.replace(/_$/, '');
}
