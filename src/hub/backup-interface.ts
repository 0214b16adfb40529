import type { BackupParts, BackupState } from '../api/backup-interface.ts';
import type { AllBackups } from '../backup/all-backups.ts';
import { lockingKeyOf } from '../backup/archive/backup-key.ts';
import { homeSize } from '../backup/archive/home-files.ts';
import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import { BackupConfig, LOCAL_AGENT } from '../backup/backup-config.ts';
import type { BackupEvents } from '../backup/backup-events.ts';
import type { BackupKeys } from '../backup/backup-keys.ts';
import { type Backups, problemOf } from '../backup/backups.ts';
import { lastRestoreOf } from '../backup/last-restore.ts';
import { archiveName } from '../backup/local-backups.ts';
import { prepareRestore } from '../backup/restore.ts';
import { readRunRecord } from '../backup/run-record.ts';
import type { RemoteBackups } from '../backup/targets/remote-backups.ts';
import { isoTime } from '../core/clock.ts';
import { translationFor } from '../core/errors.ts';
import { englishText } from '../core/messages.ts';
import { parse } from '../core/parse.ts';
import type { Uploads } from '../storage/uploads.ts';
import { backupView } from './backup-view.ts';
import type { HubContext } from './hub-context.ts';

/** How many ended backups are remembered for the command line. */
const MAX_OUTCOMES = 20;

/** The backups of a home and what belongs to them. */
interface OpenBackups {
  readonly backups: Backups;
  readonly all: AllBackups;
  readonly remote: RemoteBackups;
  readonly automatic: AutomaticBackups;
  readonly keys: BackupKeys;
  readonly events: BackupEvents;
  readonly uploads: Uploads;
}

/** Backups, as the interface and the command line use them. */
export function backupParts(
  { options, clock, auth, instanceId }: Pick<HubContext, 'options' | 'clock' | 'auth' | 'instanceId'>,
  { backups, all, remote, automatic, keys, events, uploads }: OpenBackups,
): BackupParts {
  const restored = lastRestoreOf(options.folder.path);
  const shownRestore = restored === null ? null : { ...restored, by: undefined };
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
  const listed = async () => {
    const { backups: found, errors } = await all.list();
    return {
      backups: found.map((one) =>
        backupView(one, { instanceId, rehearsedAt: backups.rehearsedAt(one.metadata.slug) }),
      ),
      agent_errors: Object.fromEntries([...errors].map(([id, error]) => [id, error.message])),
      agent_error_translations: Object.fromEntries(
        [...errors].map(([id, error]) => [id, translationFor(error) ?? null]),
      ),
    };
  };
  const { targets } = remote;
  const next = (): string | null => {
    const at = automatic.next();
    return at === null ? null : isoTime(at);
  };
  return {
    agents: () => [
      { agent_id: LOCAL_AGENT, name: 'local' },
      ...targets.views().map(({ target_id, name }) => ({ agent_id: target_id, name })),
    ],
    list: async () => ({
      ...(await listed()),
      last_attempted_automatic_backup: automatic.config.last_attempted_automatic_backup,
      last_completed_automatic_backup: automatic.config.last_completed_automatic_backup,
      last_action_event: events.latestAction,
      next_automatic_backup: next(),
      state: events.latest.manager_state,
      hearth: { last_restore: shownRestore, update: readRunRecord(options.folder.path)?.update ?? null },
    }),
    size: () => homeSize(options.folder.path),
    receive: async (id, owner) => {
      const { slug } = await backups.receive(uploads.complete(id, owner));
      await uploads.remove(id, owner);
      return { slug };
    },
    find: async (slug) => (await listed()).backups.find(({ backup_id }) => backup_id === slug) ?? null,
    begin: async ({ name, withHistory, passphrase, agentIds = [LOCAL_AGENT] }) => {
      const own = passphrase === undefined ? [] : [await lockingKeyOf(passphrase)];
      return follow(all.begin({ name, withHistory, agentIds, isAutomatic: false, keys: own }));
    },
    beginAutomatic: () => follow(automatic.begin()),
    state: (slug) => {
      const { latest } = events;
      const state = outcomes.get(slug) ?? { working: false, stage: null, bytes: null, error: null };
      return state.working && 'stage' in latest ? { ...state, stage: latest.stage } : state;
    },
    remove: (slug) => all.remove(slug),
    check: (slug, passphrase) => all.check(slug, { passphrase }),
    unlock: (slug, passphrase) =>
      backups.exclusively('check_backup', (signal) =>
        all.withFile(slug, signal, async ({ file }) => {
          const { keyOf, openArchive } = await import('../backup/archive/read-archive.ts');
          await keyOf(await openArchive(file), { passphrase });
        }),
      ),
    restore: async (slug, { passphrase, withHistory, by }) => {
      await backups.exclusively('restore_backup', (signal) =>
        all.withFile(slug, signal, ({ file }) =>
          prepareRestore({
            ...{ file, withHistory, clock, signal },
            folder: options.folder.path,
            opener: { passphrase },
            by: by === undefined ? undefined : auth.authenticator.actorOf(by),
            onStage: (stage) => events.stage(stage),
          }),
        ),
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
    file: (slug, work) =>
      all.withFile(slug, new AbortController().signal, ({ file, bytes, metadata }) =>
        work({ path: file, bytes, name: archiveName(metadata) }),
      ),
    targets: {
      list: () => targets.views(),
      save: async (id, fields) => {
        const saved = await targets.save(id, fields);
        remote.forget();
        return saved;
      },
      remove: async (id) => {
        await targets.remove(id);
        remote.forget();
        const { agent_ids: chosen } = automatic.config.create_backup;
        const left = chosen.filter((one) => one !== id);
        if (left.length === chosen.length) return;
        const agent_ids = left.length === 0 ? [LOCAL_AGENT] : left;
        await automatic.change({ create_backup: { ...automatic.config.create_backup, agent_ids } });
      },
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
