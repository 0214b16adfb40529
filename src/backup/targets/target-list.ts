import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { parse } from '../../core/parse.ts';
import { writeFileAtomically } from '../../storage/atomic-file.ts';
import { folderTarget, markFolder } from './folder-target.ts';
import { s3Target } from './s3-target.ts';
import type { Target } from './target.ts';
import { SECRET_FIELDS, TargetSettings } from './target-settings.ts';
import { webDavTarget } from './webdav-target.ts';

const Stored = z.record(z.string(), TargetSettings);
const MAX_TARGETS = 10;
/** The beginning of the IDs of locations, which Home Assistant's clients call agents. */
const PREFIX = 'hearth.';

/** A location without its secrets. */
export type TargetView = Readonly<Record<string, unknown>> & {
  readonly target_id: string;
  readonly name: string;
};

/**
 * The locations for backups outside of the data folder, with their passwords: in a file of its own, which no
 * unencrypted backup contains.
 */
export class TargetList {
  private readonly file: string;
  private readonly clock: Clock;
  private readonly settings: Map<string, TargetSettings>;

  constructor(file: string, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.file = file;
    this.clock = clock;
    this.settings = new Map(Object.entries(readStored(file, log)));
  }

  /** The IDs of all locations. */
  get ids(): string[] {
    return [...this.settings.keys()];
  }

  views(): TargetView[] {
    return [...this.settings].map(([target_id, one]) => {
      const shown = Object.entries(one).filter(([key]) => !SECRET_FIELDS.some((secret) => secret === key));
      return { target_id, ...Object.fromEntries(shown), name: one.name };
    });
  }

  /** The name of a location. Throws `not_found`. */
  nameOf(id: string): string {
    return this.found(id).name;
  }

  /** A location, ready to use. Throws `not_found`. */
  open(id: string): Target {
    return openTarget(this.found(id));
  }

  /** Adds a location, or changes the one with this ID. What is stored there stays. */
  async save(id: string | undefined, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const before = id === undefined ? undefined : this.found(id);
    if (before === undefined && this.settings.size >= MAX_TARGETS)
      throw fault('not_allowed', 'too_many_backup_targets', { max: MAX_TARGETS });
    const secrets = Object.fromEntries(
      SECRET_FIELDS.flatMap((key) => {
        const kept = (before as Readonly<Record<string, unknown>> | undefined)?.[key];
        // A password is only kept for the server that it was entered for.
        const isSame = before !== undefined && 'url' in before && before.url === fields.url;
        return isSame && kept !== undefined && fields[key] === undefined ? [[key, kept]] : [];
      }),
    );
    const settings = parse(TargetSettings, { ...fields, ...secrets });
    if (settings.kind === 'folder') await markFolder(settings);
    await this.check(settings);
    const chosen = id ?? PREFIX + randomBytes(4).toString('hex');
    await this.store(new Map(this.settings).set(chosen, settings));
    return chosen;
  }

  /** Forgets a location; what is stored there stays. */
  async remove(id: string): Promise<void> {
    this.found(id);
    const others = new Map(this.settings);
    others.delete(id);
    await this.store(others);
  }

  /** Throws for a location that does not answer. */
  private async check(settings: TargetSettings): Promise<void> {
    const abort = new AbortController();
    const undo = this.clock.after(CHECK_TIME, () =>
      abort.abort(new DOMException('No answer', 'TimeoutError')),
    );
    await openTarget(settings).list(abort.signal).finally(undo);
  }

  private found(id: string): TargetSettings {
    const settings = this.settings.get(id);
    if (settings === undefined) throw fault('not_found', 'unknown_backup_location', { id: id.slice(0, 100) });
    return settings;
  }

  private async store(wanted: ReadonlyMap<string, TargetSettings>): Promise<void> {
    await writeFileAtomically(this.file, `${JSON.stringify(Object.fromEntries(wanted), null, 1)}\n`);
    this.settings.clear();
    for (const [id, one] of wanted) this.settings.set(id, one);
  }
}

/** How long a new location may take to answer, in milliseconds. */
const CHECK_TIME = 20_000;

function openTarget(settings: TargetSettings): Target {
  switch (settings.kind) {
    case 'folder':
      return folderTarget(settings);
    case 'webdav':
      return webDavTarget(settings);
    case 's3':
      return s3Target(settings);
  }
}

function readStored(file: string, log: Log): Readonly<Record<string, TargetSettings>> {
  try {
    return parse(Stored, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error('The locations for backups could not be read', { file, error });
    return {};
  }
}
