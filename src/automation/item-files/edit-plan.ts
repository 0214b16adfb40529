import { withItem, withNewItem, withOldItem } from '../../storage/yaml/file-edits.ts';
import { writeLines } from '../../storage/yaml/write-value.ts';
import { ITEM_FILES, type ItemDomain } from './item-domain.ts';
import type { FiledItem } from './item-files.ts';
import type { ItemTarget } from './item-target.ts';

/** A planned change of one file; a null `text` deletes the file. */
export interface Plan {
  readonly file: { readonly path: string; readonly name: string };
  readonly expected: string | null;
  readonly text: string | null;
  /** Whether the item exists afterwards. */
  readonly gives: boolean;
}

/** Plans changes of files. */
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

  /** The file of an item, as it was read. */
  inFile({ source }: FiledItem): Omit<Plan, 'text' | 'gives'> {
    return { file: source.part.file, expected: source.part.file.text };
  }

  /** Adds a new item, at the end of its file or as a file of its own. */
  newItem(config: unknown): Plan {
    const { text, form } = this.target;
    if (form === 'file') return this.inTarget(`${writeLines(config, 0, { step: 0 }).join('\n')}\n`);
    return this.inTarget(
      withNewItem(text ?? '', { key: this.domain === 'script' ? this.id : null, value: config }),
    );
  }

  /** Restores a deleted item as written; formatted again if the files have another form by now. */
  oldItem(old: string, form: 'entry' | 'file'): Plan {
    if (form !== this.target.form) return this.newItem(this.valueOf(old, form));
    if (form === 'file') return this.inTarget(old);
    return this.inTarget(withOldItem(this.target.text ?? '', old, ITEM_FILES[this.domain].kind));
  }

  /**
   * Removes an item. A file with only this item is deleted, unless an entry of another file includes it: then
   * that entry is removed.
   */
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
