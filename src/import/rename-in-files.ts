import { isScalar, isSeq, parseAllDocuments, type Scalar, visit } from 'yaml';
import type { ImportPlan } from './import-plan.ts';
import type { NameClash } from './present-home.ts';
import type { SourceFolder } from './source-folder.ts';

/** The keys whose values are IDs of areas, floors and labels. */
const KEYS: Readonly<Record<string, string>> = { area_id: 'areas', floor_id: 'floors', label_id: 'labels' };
/** The functions of templates whose first argument is an ID, by the beginning of their names. */
const FUNCTIONS: Readonly<Record<string, string>> = { areas: 'area', floors: 'floor', labels: 'label' };
/** Longer files hold no automations. */
const MAX_LENGTH = 4_000_000;
const PLAIN_ID = /^[a-z][a-z0-9_]*$/;

/** A part of a text to be replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Renames merged areas, floors and labels in the YAML files of a plan; everything else stays as it is, byte for byte.
 * Returns the names of the files that changed, and of those that could not be read as YAML.
 */
export async function renameInFiles(
  { files }: Pick<ImportPlan, 'files'>,
  source: Pick<SourceFolder, 'text'>,
  clashes: readonly NameClash[],
): Promise<{ readonly changed: readonly string[]; readonly unread: readonly string[] }> {
  const changed: string[] = [];
  const unread: string[] = [];
  if (clashes.length === 0) return { changed, unread };
  for (const [name, file] of files) {
    if (!/\.ya?ml$/.test(name) || /(?:^|\/)secrets\.yaml$/.test(name)) continue;
    const text = 'text' in file ? file.text : await source.text(file.from);
    if (!clashes.some(({ id }) => text.includes(id))) continue;
    const renamed = text.length > MAX_LENGTH ? undefined : renameInYaml(text, clashes);
    if (renamed === undefined) unread.push(name);
    else if (renamed !== text) {
      files.set(name, { text: renamed });
      changed.push(name);
    }
  }
  return { changed, unread };
}

/** The text with other IDs; undefined if it is not YAML. */
export function renameInYaml(text: string, clashes: readonly NameClash[]): string | undefined {
  const edits: Edit[] = [];
  for (const document of parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false })) {
    if (document.errors.length > 0) return undefined;
    visit(document, {
      Pair: (_, { key, value }) => {
        const collection = isScalar(key) ? KEYS[String(key.value)] : undefined;
        if (collection === undefined) return;
        const values = isSeq(value) ? value.items : [value];
        for (const one of values)
          if (isScalar(one)) edits.push(...idEdit(text, one, { collection, clashes }));
      },
      Scalar: (_, node) => {
        edits.push(...templateEdits(text, node, clashes));
      },
    });
  }
  // A value may be visited twice, through its key and by itself.
  return applied(edits, text);
}

function idEdit(
  text: string,
  { value, range }: Scalar,
  { collection, clashes }: { readonly collection: string; readonly clashes: readonly NameClash[] },
): Edit[] {
  const clash = clashes.find((one) => one.collection === collection && one.id === value);
  if (clash === undefined || range == null) return [];
  const [from, to] = range;
  const quote = /^["']/.exec(text.slice(from, to))?.[0];
  // A block of text, which nobody writes an ID as.
  if (quote === undefined && text.slice(from, to) !== clash.id) return [];
  return [{ from, to, text: written(clash.presentId, quote ?? '') }];
}

function written(id: string, quote: string): string {
  return PLAIN_ID.test(id) ? `${quote}${id}${quote}` : JSON.stringify(id);
}

/** In templates, IDs are the first arguments of functions such as `area_entities`, or go through a filter of that name. */
function templateEdits(text: string, { value, range }: Scalar, clashes: readonly NameClash[]): Edit[] {
  if (typeof value !== 'string' || !value.includes('{') || range == null) return [];
  const [start, end] = range;
  return usesIn(text.slice(start, end), clashes).map(({ from, to, text: now }) => ({
    ...{ from: start + from, to: start + to, text: now },
  }));
}

function usesIn(source: string, clashes: readonly NameClash[]): Edit[] {
  return clashes.flatMap(({ collection, id, presentId }) => {
    if (!PLAIN_ID.test(id) || !PLAIN_ID.test(presentId)) return [];
    const kind = FUNCTIONS[collection] ?? '';
    const use = new RegExp(
      `\\b${kind}_[a-z]{1,20}\\(\\s{0,9}(["']{1,2})(${id})\\1|(["']{1,2})(${id})\\3\\s{0,9}\\|\\s{0,9}${kind}_[a-z]{1,20}`,
      'dg',
    );
    return [...source.matchAll(use)].flatMap(({ indices }) => {
      const [from, to] = indices?.[2] ?? indices?.[4] ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, text: presentId }];
    });
  });
}

/** A template with other IDs. */
export function renameInTemplate(text: string, clashes: readonly NameClash[]): string {
  return text.includes('{') ? applied(usesIn(text, clashes), text) : text;
}

/** The text with edits, each place once. */
function applied(edits: readonly Edit[], text: string): string {
  const places = new Map(edits.map((edit) => [edit.from, edit]));
  const ordered = [...places.values()].sort((a, b) => b.from - a.from);
  return ordered.reduce((done, { from, to, text: now }) => done.slice(0, from) + now + done.slice(to), text);
}
