import type { FormValues } from '../../../parts/form/form-field.ts';
import { slugOf } from '../../../parts/slug.ts';

/** An input of a script as a row in the editor, with the selector's options next to its type. */
export type InputRow = FormValues & { readonly key?: string };

/** A valid variable name in templates. */
export const KEY = /^[a-z_][a-z\d_]*$/i;

/** The rows of the inputs, in order of declaration. */
export function rowsOf(inputs: unknown): readonly InputRow[] {
  return Object.entries((inputs ?? {}) as Readonly<Record<string, FormValues | null>>).map(([key, input]) => {
    const { selector, ...rest } = input ?? {};
    const [kind = 'text', options] = Object.entries((selector ?? {}) as FormValues)[0] ?? [];
    return { ...rest, key, kind, ...(options == null ? {} : { options }) };
  });
}

/** Converts rows to inputs. */
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
 * The rows after an edit: a new row gets a key, one with another type loses its default value, and a key not
 * in use yet (listed in `fresh`) follows the typed name.
 */
export function keyedRows(
  before: readonly InputRow[],
  after: readonly InputRow[],
  fresh: Set<string>,
): readonly InputRow[] {
  return after.map((row, at) => {
    // A row that was only moved is the same object.
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

function freeKey(request: string, rows: readonly InputRow[]): string {
  const taken = new Set(rows.map(({ key }) => key));
  for (let number = 1; ; number++) {
    const key = number === 1 ? request : `${request}_${number}`;
    if (!taken.has(key)) return key;
  }
}

function keyOf(name: string): string {
  const slug = slugOf(name);
  return KEY.test(slug) ? slug : `input_${slug}`.replace(/_$/, '');
}
