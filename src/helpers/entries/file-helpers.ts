import { isObject } from '../../core/coerce.ts';
import type { Part } from '../../core/lifecycle.ts';
import { issuesText } from '../../core/parse.ts';
import type { EntryKind, EntryParts, FileForm, OpenHelper } from './entry-kind.ts';

/** Reads a section of the settings file with those of packages, by key or index. */
export type ReadSection = (section: string) => Promise<ReadonlyMap<string, unknown>>;

interface FileKind extends EntryKind {
  readonly file: FileForm;
}

/** The helpers of the settings file that are written as a platform: `sensor: [{ platform: min_max, … }]`. */
export class FileHelpers implements Part {
  readonly name = 'helpers of the settings file';
  private readonly kinds: ReadonlyMap<string, FileKind>;
  private readonly parts: EntryParts;
  private readonly read: ReadSection;
  private readonly running: OpenHelper[] = [];

  constructor(kinds: readonly EntryKind[], parts: EntryParts, read: ReadSection) {
    this.kinds = new Map(kinds.filter(isOfFile).map((kind) => [kind.domain, kind]));
    this.parts = parts;
    this.read = read;
  }

  async start(): Promise<void> {
    for (const section of new Set([...this.kinds.values()].map(({ file }) => file.section)))
      await this.openSection(section);
  }

  stop(): void {
    for (const helper of this.running.splice(0)) helper.close();
  }

  private async openSection(section: FileForm['section']): Promise<void> {
    const found = await this.read(section);
    const items = found.has('platform') ? [Object.fromEntries(found)] : [...found.values()];
    for (const item of items) {
      const kind = isObject(item) ? this.kinds.get(String(item.platform)) : undefined;
      if (kind?.file.section === section) this.open(kind, item);
    }
  }

  private open(kind: FileKind, item: unknown): void {
    const { log } = this.parts;
    const place = `${kind.file.section} ${kind.domain}`;
    const { success, data, error } = kind.file.schema.safeParse(item);
    if (!success) {
      log.error(`${place} in the settings: ${issuesText(error.issues, item)}`);
      return;
    }
    for (const helper of data) {
      try {
        this.running.push(kind.open({ ...helper, entryId: undefined }, this.parts));
      } catch (failure) {
        log.error(`${place} ${helper.name} in the settings cannot be used`, { error: failure });
      }
    }
  }
}

function isOfFile(kind: EntryKind): kind is FileKind {
  return kind.file !== undefined;
}
