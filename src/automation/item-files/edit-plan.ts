import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../storage/atomic-file.ts';
import { withItem, withNewItem, withOldItem } from '../../storage/yaml/file-edits.ts';
import { writeLines } from '../../storage/yaml/write-value.ts';
import { ITEM_FILES, type ItemDomain } from './item-domain.ts';
import type { FiledItem } from './item-files.ts';
import type { ItemTarget } from './item-target.ts';

/** A change of one file, thought out and not yet made; `text` is null where the file goes. */
export interface Plan {
  readonly file: { readonly path: string; readonly name: string };
  readonly expected: string | null;
  readonly text: string | null;
  /** Whether the item is there afterwards. */
  readonly gives: boolean;
}

/** Thinks out what becomes of the files. */
export class Planner {
  private readonly domain: ItemDomain;
  private readonly id: string;
  private readonly target: ItemTarget;
  private readonly valueOf: (text: string, form: 'entry' | 'file') => unknown;

  constructor(
    domain: ItemDomain,
    id: string,
    on: {
      readonly target: ItemTarget;
      readonly value: (text: string, form: 'entry' | 'file') => unknown;
    },
  ) {
    this.domain = domain;
    this.id = id;
    this.target = on.target;
    this.valueOf = on.value;
  }

  /** The file an item is in, as it was read. */
  inFile({ source }: FiledItem): Omit<Plan, 'text' | 'gives'> {
    return { file: source.part.file, expected: source.part.file.text };
  }

  /** An item that is not there yet, at the end of its file or as a file of its folder. */
  newItem(config: unknown): Plan {
    const { text, form } = this.target;
    if (form === 'file') return this.inTarget(`${writeLines(config, 0, { step: 0 }).join('\n')}\n`);
    return this.inTarget(
      withNewItem(text ?? '', { key: this.domain === 'script' ? this.id : null, value: config }),
    );
  }

  /** An item that is gone, as it was written; anew where the files have another form by now. */
  oldItem(old: string, form: 'entry' | 'file'): Plan {
    if (form !== this.target.form) return this.newItem(this.valueOf(old, form));
    if (form === 'file') return this.inTarget(old);
    return this.inTarget(withOldItem(this.target.text ?? '', old, ITEM_FILES[this.domain].kind));
  }

  /** A file that holds one item alone goes with it, unless an entry of another includes it: then the entry goes. */
  without({ source }: FiledItem): Plan {
    const { entry, form, part } = source;
    if (form === 'file' && entry === undefined)
      return { file: part.file, expected: part.file.text, text: null, gives: false };
    const at = entry ?? part;
    return {
      file: at.file,
      expected: at.file.text,
      text: withItem({ ...source, part: at }, null),
      gives: false,
    };
  }

  private inTarget(text: string): Plan {
    return { file: this.target, expected: this.target.text, text, gives: true };
  }
}

/** Makes the change; false where the file is no longer as it was expected to be. */
export async function carryOut({ file, expected, text }: Plan): Promise<boolean> {
  if (text !== null) {
    if (expected === null) await mkdir(dirname(file.path), { recursive: true, mode: 0o700 });
    return replaceFile(file.path, expected, text);
  }
  // Through a rewrite, so that a file changed at the last moment is not thrown away.
  if (!(await replaceFile(file.path, expected, ''))) return false;
  await rm(file.path);
  return true;
}
