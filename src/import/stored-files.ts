import { isObject } from '../core/coerce.ts';
import { message } from '../core/messages.ts';
import type { Report } from './report.ts';
import { ImportError, type SourceFolder } from './source-folder.ts';
import { type Fields, mapOf } from './stored-fields.ts';

/** A file of `.storage`. */
export interface StoredFile {
  readonly version: number;
  readonly minor: number;
  readonly data: unknown;
}

/** The newest major version of each file that the import knows, if it is not 1. */
const NEWEST: Readonly<Record<string, number>> = {
  'core.device_registry': 3,
  person: 2,
  http: 3,
  onboarding: 4,
};

/** The files of `.storage`, and which of them were used. */
export class StoredFiles {
  readonly used = new Set<string>();
  private readonly folder: SourceFolder;
  private readonly report: Report;

  constructor(folder: SourceFolder, report: Report) {
    this.folder = folder;
    this.report = report;
  }

  /** Reads a file; undefined if it is missing or empty. Throws `ImportError` for one that is damaged. */
  async read(key: string): Promise<StoredFile | undefined> {
    const path = `.storage/${key}`;
    if (!this.folder.has(path)) return undefined;
    this.used.add(path);
    const text = await this.folder.text(path);
    if (text.trim() === '' || text.trim() === '{}') return undefined;
    let envelope: unknown;
    try {
      envelope = JSON.parse(text);
    } catch {
      throw new ImportError(`${path} is damaged: it is not JSON.${this.siblingHint(path)}`);
    }
    if (!isObject(envelope) || typeof envelope.version !== 'number')
      throw new ImportError(`${path} is damaged: it has no version.${this.siblingHint(path)}`);
    const { version, minor_version: minor, data } = envelope;
    if (version > (NEWEST[key] ?? 1))
      this.report.partial('file', path, message('reason_newer_version', { version }));
    return { version, minor: typeof minor === 'number' ? minor : 1, data };
  }

  /** The `data` map of a file, empty if there is none. */
  async data(key: string): Promise<Fields> {
    return mapOf((await this.read(key))?.data);
  }

  private siblingHint(path: string): string {
    const saved = this.folder.files.filter((name) => name.startsWith(`${path}.corrupt.`));
    return saved.length === 0 ? ' Repair it first.' : ` Repair it from ${saved.join(', ')}.`;
  }
}
