import { basename } from 'node:path';
import type { BackupParts, BackupState, BackupView } from '../api/backup-interface.ts';
import { lockingKeyOf } from '../backup/archive/backup-key.ts';
import { homeSize } from '../backup/archive/home-files.ts';
import { keyOf, openArchive } from '../backup/archive/read-archive.ts';
import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import { BackupConfig } from '../backup/backup-config.ts';
import type { BackupEvents } from '../backup/backup-events.ts';
import type { BackupKeys } from '../backup/backup-keys.ts';
import { type Backups, problemOf } from '../backup/backups.ts';
import { lastRestoreOf } from '../backup/last-restore.ts';
import type { StoredBackup } from '../backup/local-backups.ts';
import { prepareRestore } from '../backup/restore.ts';
import { isoTime } from '../core/clock.ts';
import { englishText } from '../core/messages.ts';
import { parse } from '../core/parse.ts';
import type { Uploads } from '../storage/uploads.ts';
import type { HubContext } from './hub-context.ts';

const LOCAL = 'backup.local';
/** How many ended backups are remembered for the command line. */
const MAX_OUTCOMES = 20;

/** The backups of a home and what belongs to them. */
interface OpenBackups {
  readonly backups: Backups;
  readonly automatic: AutomaticBackups;
  readonly keys: BackupKeys;
  readonly events: BackupEvents;
  readonly uploads: Uploads;
}

/** Backups, as the interface and the command line use them. */
export function backupParts(
  { options, clock, auth, instanceId }: Pick<HubContext, 'options' | 'clock' | 'auth' | 'instanceId'>,
  { backups, automatic, keys, events, uploads }: OpenBackups,
): BackupParts {
  const restored = lastRestoreOf(options.folder.path);
  const outcomes = new Map<string, BackupState>();
  /** Remembers how a backup ended, since nobody may be waiting for it. */
  const follow = ({ slug, made }: { slug: string; made: Promise<{ bytes: number }> }): { slug: string } => {
    const remember = (state: Partial<BackupState>): void => {
      outcomes.set(slug, { working: false, stage: null, bytes: null, error: null, ...state });
      const [oldest] = outcomes.keys();
      if (outcomes.size > MAX_OUTCOMES && oldest !== undefined) outcomes.delete(oldest);
    };
    remember({ working: true });
    made.then(
      ({ bytes }) => remember({ bytes }),
      (error) => remember({ error: englishText(problemOf(error)) }),
    );
    return { slug };
  };
  const view = ({ metadata, bytes }: StoredBackup): BackupView => {
    const { slug, name, date, homeassistant, hearth } = metadata;
    const rehearsed = backups.rehearsedAt(slug);
    return {
      addons: [],
      agents: { [LOCAL]: { protected: metadata.protected, size: bytes } },
      backup_id: slug,
      database_included: !homeassistant.exclude_database,
      date,
      extra_metadata: { 'supervisor.backup_request_date': null, instance_id: hearth.instance_id },
      failed_addons: [],
      failed_agent_ids: [],
      failed_folders: [],
      folders: [],
      homeassistant_included: true,
      homeassistant_version: homeassistant.version,
      name,
      with_automatic_settings: hearth.instance_id === instanceId ? hearth.automatic : null,
      hearth: {
        version: hearth.version,
        inventory: hearth.inventory,
        left_out: hearth.left_out,
        keys: hearth.keys.map(({ fingerprint }) => fingerprint),
        rehearsed_at: rehearsed === undefined ? null : isoTime(rehearsed),
      },
    };
  };
  const next = (): string | null => {
    const at = automatic.next();
    return at === null ? null : isoTime(at);
  };
  return {
    agents: () => [{ agent_id: LOCAL, name: 'local' }],
    list: async () => ({
      backups: (await backups.list()).map(view),
      last_attempted_automatic_backup: automatic.config.last_attempted_automatic_backup,
      last_completed_automatic_backup: automatic.config.last_completed_automatic_backup,
      last_action_event: events.latestAction,
      next_automatic_backup: next(),
      state: events.latest.manager_state,
      hearth: { last_restore: restored },
    }),
    size: () => homeSize(options.folder.path),
    receive: async (id, owner) => {
      const { slug } = await backups.receive(uploads.complete(id, owner));
      await uploads.remove(id, owner);
      return { slug };
    },
    find: async (slug) => {
      const found = (await backups.list()).find(({ metadata }) => metadata.slug === slug);
      return found === undefined ? null : view(found);
    },
    begin: async ({ name, withHistory, passphrase }) => {
      const own = passphrase === undefined ? [] : [await lockingKeyOf(passphrase)];
      return follow(
        backups.begin({ name, withHistory, isAutomatic: false, keys: [...keys.forLocal(), ...own] }),
      );
    },
    beginAutomatic: () => follow(automatic.begin()),
    state: (slug) => {
      const { latest } = events;
      const state = outcomes.get(slug) ?? { working: false, stage: null, bytes: null, error: null };
      return state.working && 'stage' in latest ? { ...state, stage: latest.stage } : state;
    },
    remove: async (slug) => void (await backups.remove(slug)),
    check: (slug, passphrase) => backups.check(slug, { passphrase }),
    unlock: async (slug, passphrase) => {
      const { file } = await backups.found(slug);
      await keyOf(await openArchive(file), { passphrase });
    },
    restore: async (slug, { passphrase, withHistory }) => {
      const { file } = await backups.found(slug);
      await backups.exclusively('restore_backup', (signal) =>
        prepareRestore({
          ...{ file, withHistory, clock, signal },
          folder: options.folder.path,
          opener: { passphrase },
          onStage: (stage) => events.stage(stage),
        }),
      );
      // The answer goes out first.
      clock.after(RESTART_DELAY, () => options.onStopAsked(true));
    },
    config: () => ({
      ...automatic.config,
      create_backup: {
        ...automatic.config.create_backup,
        ...{ include_addons: null, include_all_addons: false, include_folders: null, password: null },
      },
      next_automatic_backup: next(),
      next_automatic_backup_additional: false,
    }),
    configure: (changes) => automatic.change(changesOf(changes, automatic.config)),
    keys: {
      list: () =>
        keys
          .list()
          .map(({ fingerprint, created_at, is_confirmed }) => ({ fingerprint, created_at, is_confirmed })),
      create: async (chosen) => {
        const { passphrase, key } = await keys.create(chosen);
        return { passphrase, fingerprint: key.fingerprint };
      },
      confirm: async (fingerprint, passphrase) => {
        const { created_at, is_confirmed } = await keys.confirm(fingerprint, passphrase);
        return { fingerprint, created_at, is_confirmed };
      },
      remove: (fingerprint) => keys.remove(fingerprint),
    },
    follow: (listener) => events.follow(listener),
    file: async (slug) => {
      const found = (await backups.list()).find(({ metadata }) => metadata.slug === slug);
      return found === undefined
        ? undefined
        : { path: found.file, name: basename(found.file), bytes: found.bytes };
    },
    audit: (action, access, detail) => auth.audit.record(action, auth.authenticator.actorOf(access), detail),
  };
}

const RESTART_DELAY = 500;

/** Each part replaces the former one; `create_backup` and `agents` are merged by key [backup facts §1]. */
function changesOf(changes: Readonly<Record<string, unknown>>, config: BackupConfig): Partial<BackupConfig> {
  const { create_backup: creation, agents, ...others } = changes as Partial<Record<string, object>>;
  // Hearth has no add-ons, and stores no passphrase: `hearth/backup/keys` encrypts.
  const {
    password: _,
    include_addons: _a,
    include_all_addons: _b,
    include_folders: _c,
    ...wanted
  } = (creation ?? {}) as Record<string, unknown>;
  return parse(BackupConfig, {
    ...config,
    ...others,
    create_backup: { ...config.create_backup, ...wanted },
    agents: { ...config.agents, ...agents },
  });
}
