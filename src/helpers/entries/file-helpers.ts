import { isObject } from '../../core/coerce.ts';
import type { Part } from '../../core/lifecycle.ts';
import { issuesText } from '../../core/parse.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { PlainService } from '../../entities/services/service.ts';
import type { EntryKind, EntryParts, FileForm, OpenHelper } from './entry-kind.ts';

/** The kinds that have a service `reload`, as in Home Assistant [history facts §7]. */
const RELOADED: readonly string[] = [
  'derivative',
  'filter',
  'history_stats',
  'min_max',
  'statistics',
  'trend',
];

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
  /** By domain. */
  private readonly running = new Map<string, OpenHelper[]>();
  private readonly queue = new SerialQueue();

  constructor(kinds: readonly EntryKind[], parts: EntryParts, read: ReadSection) {
    this.kinds = new Map(kinds.filter(isOfFile).map((kind) => [kind.domain, kind]));
    this.parts = parts;
    this.read = read;
  }

  async start(): Promise<void> {
    for (const section of new Set([...this.kinds.values()].map(({ file }) => file.section)))
      for (const [kind, item] of await this.itemsOf(section)) this.open(kind, item);
  }

  stop(): void {
    for (const domain of [...this.running.keys()]) this.close(domain);
  }

  /** The services `reload`, which read the helpers of a kind again. */
  services(): PlainService[] {
    return RELOADED.flatMap((domain) => {
      const kind = this.kinds.get(domain);
      if (kind === undefined) return [];
      const handle = () => this.queue.run(() => this.reload(kind));
      return [{ domain, name: 'reload', fields: {}, admin: true, handle }];
    });
  }

  /** A file that cannot be read leaves the helpers as they are. */
  private async reload(kind: FileKind): Promise<void> {
    const items = await this.itemsOf(kind.file.section);
    this.close(kind.domain);
    for (const [found, item] of items) if (found === kind) this.open(kind, item);
  }

  private close(domain: string): void {
    for (const helper of this.running.get(domain) ?? []) helper.close();
    this.running.delete(domain);
  }

  /** The items of a section with their kinds. */
  private async itemsOf(section: FileForm['section']): Promise<(readonly [kind: FileKind, item: unknown])[]> {
    const found = await this.read(section);
    const items = found.has('platform') ? [Object.fromEntries(found)] : [...found.values()];
    return items.flatMap((item) => {
      const kind = isObject(item) ? this.kinds.get(String(item.platform)) : undefined;
      return kind?.file.section === section ? [[kind, item] as const] : [];
    });
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
        const opened = kind.open({ ...helper, entryId: undefined }, this.parts);
        this.running.set(kind.domain, [...(this.running.get(kind.domain) ?? []), opened]);
      } catch (failure) {
        log.error(`${place} ${helper.name} in the settings cannot be used`, { error: failure });
      }
    }
  }
}

function isOfFile(kind: EntryKind): kind is FileKind {
  return kind.file !== undefined;
}
