import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { parse } from '../../core/parse.ts';
import { writeFileAtomically } from '../../storage/atomic-file.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { folderTarget, markFolder } from './folder-target.ts';
import type { Target } from './target.ts';
import { SECRET_FIELDS, TargetSettings } from './target-settings.ts';

/** Secrets are stored as `{ $sealed }`; earlier versions stored them as they are. */
const Stored = z.record(z.string(), z.record(z.string(), z.unknown()));
const Sealed = z.strictObject({ $sealed: z.string() });
const MAX_TARGETS = 10;
/** The beginning of the IDs of locations, which Home Assistant's clients call agents. */
const PREFIX = 'hearth.';

/** A location without its secrets. */
export type TargetView = Readonly<Record<string, unknown>> & {
  readonly target_id: string;
  readonly name: string;
};

/**
 * The locations for backups outside of the data folder, with their passwords, which are encrypted: in a file of its
 * own, which no unencrypted backup contains.
 */
export class TargetList {
  private readonly file: string;
  private readonly clock: Clock;
  private readonly secrets: SecretBox;
  private readonly settings: Map<string, TargetSettings>;

  constructor(file: string, { clock, log, secrets }: TargetListParts) {
    this.file = file;
    this.clock = clock;
    this.secrets = secrets;
    const stored = readStored(file, log);
    this.settings = new Map(stored.flatMap(([id, fields]) => openStored(id, fields, { secrets, log })));
    if (stored.some(([, fields]) => SECRET_FIELDS.some((key) => typeof fields[key] === 'string')))
      this.store(new Map(this.settings)).catch((error: unknown) =>
        log.error('The passwords of locations for backups could not be encrypted', { file, error }),
      );
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

  /** A location as it is stored. */
  private sealed(id: string, settings: TargetSettings): Readonly<Record<string, unknown>> {
    const fields: Readonly<Record<string, unknown>> = settings;
    const secrets = SECRET_FIELDS.flatMap((name) => {
      const secret = fields[name];
      return typeof secret === 'string'
        ? [[name, { $sealed: this.secrets.seal(secret, placeOf(id, name)) }]]
        : [];
    });
    return { ...fields, ...Object.fromEntries(secrets) };
  }

  private async store(wanted: ReadonlyMap<string, TargetSettings>): Promise<void> {
    const sealed = [...wanted].map(([id, one]) => [id, this.sealed(id, one)] as const);
    await writeFileAtomically(this.file, `${JSON.stringify(Object.fromEntries(sealed), null, 1)}\n`);
    this.settings.clear();
    for (const [id, one] of wanted) this.settings.set(id, one);
  }
}

/** The dependencies of `TargetList`. */
interface TargetListParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
}

/** How long a new location may take to answer, in milliseconds. */
const CHECK_TIME = 20_000;

function openTarget(settings: TargetSettings): Target {
  switch (settings.kind) {
    case 'folder':
      return folderTarget(settings);
    case 'webdav':
      return loadedTarget(async () => (await import('./webdav-target.ts')).webDavTarget(settings));
    case 's3':
      return loadedTarget(async () => (await import('./s3-target.ts')).s3Target(settings));
  }
}

/** A location whose client is loaded when it is used: few homes have one, and most only at night. */
function loadedTarget(load: () => Promise<Target>): Target {
  let loading: Promise<Target> | undefined;
  const target = (): Promise<Target> => {
    loading ??= load();
    return loading;
  };
  return {
    list: async (signal) => (await target()).list(signal),
    put: async (file) => (await target()).put(file),
    head: async (name, length, signal) => (await target()).head(name, length, signal),
    fetch: async (name, path, signal) => (await target()).fetch(name, path, signal),
    remove: async (name, signal) => (await target()).remove(name, signal),
  };
}

/** A location with its secrets; none if their key is gone. */
function openStored(
  id: string,
  fields: Readonly<Record<string, unknown>>,
  { secrets, log }: Pick<TargetListParts, 'secrets' | 'log'>,
): [string, TargetSettings][] {
  const opened = Object.entries(fields).map(([name, value]) => {
    const sealed = Sealed.safeParse(value);
    return [name, sealed.success ? secrets.open(sealed.data.$sealed, placeOf(id, name)) : value];
  });
  const settings = TargetSettings.safeParse(Object.fromEntries(opened));
  if (settings.success) return [[id, settings.data]];
  log.error('A location for backups could not be read: add it again', { id, name: fields.name });
  return [];
}

function placeOf(id: string, field: string): string {
  return `backup-targets/${id}/${field}`;
}

function readStored(
  file: string,
  log: Log,
): (readonly [id: string, fields: Readonly<Record<string, unknown>>])[] {
  try {
    return Object.entries(parse(Stored, JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error('The locations for backups could not be read', { file, error });
    return [];
  }
}
