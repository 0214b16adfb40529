import { z } from 'zod';
import type { Caller } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import type { BackupParts } from '../../backup-interface.ts';
import { AnyObject, IsoTime, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

const ID = z.string().min(1).max(64);
const LOCAL = 'backup.local';
const passphrase = z.string().min(1).max(200);
const NO_ERRORS = { agent_errors: {}, agent_error_translations: {} };

const BackupShape = object({
  backup_id: z.string(),
  name: z.string(),
  date: IsoTime,
  agents: z.record(z.string(), object({ protected: z.boolean(), size: z.number() })),
  database_included: z.boolean(),
  with_automatic_settings: z.boolean().nullable(),
});
const KeyShape = object({ fingerprint: z.string(), created_at: IsoTime, is_confirmed: z.boolean() });
const Job = object({ backup_job_id: z.string() });

/** Backups: Home Assistant's commands [backup facts §1] and Hearth's own for keys and checks. */
export function backupCommands(parts: BackupParts): Command[] {
  return [...readCommands(parts), ...writeCommands(parts), ...configCommands(parts), ...keyCommands(parts)];
}

function readCommands({ agents, list, find, follow, size }: BackupParts): Command[] {
  return [
    defineCommand({
      type: 'backup/agents/info',
      permission: 'admin',
      summary: 'The locations that backups are stored at',
      result: object({ agents: z.array(object({ agent_id: z.string(), name: z.string() })) }),
      fields: {},
      handle: () => ({ agents: agents() }),
    }),
    defineCommand({
      type: 'backup/info',
      permission: 'admin',
      summary: 'All backups, newest first, and when automatic ones are made',
      result: object({
        backups: z.array(BackupShape),
        state: z.string(),
        next_automatic_backup: IsoTime.nullable(),
        hearth: object({ last_restore: AnyObject.nullable(), update: AnyObject.nullable() }),
      }),
      fields: {},
      handle: async () => ({ ...(await list()), next_automatic_backup_additional: false }),
    }),
    defineCommand({
      type: 'backup/details',
      permission: 'admin',
      summary: 'One backup; null if there is none with the ID',
      result: object({ backup: BackupShape.nullable() }),
      fields: { backup_id: ID },
      handle: async ({ message }) => ({ ...NO_ERRORS, backup: await find(message.backup_id) }),
    }),
    defineCommand({
      type: 'hearth/backup/size',
      permission: 'admin',
      summary: 'The most bytes that a backup takes: its settings, and its history if it is included',
      result: object({ settings: z.number(), history: z.number() }),
      fields: {},
      handle: () => size(),
    }),
    defineSubscription({
      type: 'backup/subscribe_events',
      permission: 'admin',
      summary: 'What is in progress: the current state at once, then each change',
      event: object({ manager_state: z.string() }),
      fields: {},
      subscribe: (_call, feed) => follow((event) => feed.event(JSON.stringify(event))),
    }),
  ];
}

function writeCommands(parts: BackupParts): Command[] {
  const { begin, beginAutomatic, remove, restore, check, unlock, audit } = parts;
  const locked = { backup_id: ID, agent_id: z.string().max(100), password: passphrase };
  return [
    defineCommand({
      type: 'backup/generate',
      permission: 'admin',
      summary: 'Begins a backup; `backup/subscribe_events` tells when a server has started from it',
      result: Job,
      fields: {
        agent_ids: z.array(z.string().max(100)).max(20),
        name: z.string().min(1).max(200).nullable().optional(),
        password: passphrase.nullable().optional(),
        include_database: z.boolean().default(true),
        include_homeassistant: z.boolean().default(true),
        include_all_addons: z.boolean().default(false),
        include_addons: z.array(z.string()).max(100).nullable().optional(),
        include_folders: z.array(z.string()).max(100).nullable().optional(),
      },
      handle: async ({ message, access }) => {
        requireLocations(parts, message.agent_ids);
        const addons = message.include_all_addons || (message.include_addons ?? []).length > 0;
        if (addons || (message.include_folders ?? []).length > 0)
          throw fault('home_assistant_error', 'backup_without_addons');
        if (!message.include_homeassistant) throw fault('home_assistant_error', 'backup_needs_settings');
        const { name, include_database: withHistory, password } = message;
        const { slug } = await begin({
          name,
          withHistory,
          agentIds: message.agent_ids,
          ...(password == null ? {} : { passphrase: password }),
        });
        await audit('backup_created', access, { id: slug });
        return { backup_job_id: slug };
      },
    }),
    defineCommand({
      type: 'backup/generate_with_automatic_settings',
      permission: 'admin',
      summary: 'Begins a backup like the automatic ones',
      result: Job,
      fields: {},
      handle: async ({ access }) => {
        const { slug } = beginAutomatic();
        await audit('backup_created', access, { id: slug });
        return { backup_job_id: slug };
      },
    }),
    defineCommand({
      type: 'backup/delete',
      permission: 'admin',
      summary: 'Deletes a backup, except the only one that a server has been started from',
      fields: { backup_id: ID },
      handle: async ({ message, access }) => {
        await remove(message.backup_id);
        await audit('backup_deleted', access, { id: message.backup_id });
        return NO_ERRORS;
      },
    }),
    defineCommand({
      type: 'backup/restore',
      permission: 'admin',
      summary:
        'Restores a backup for the owner: the server restarts, and what is replaced is kept in `backups`',
      result: Nothing,
      fields: {
        backup_id: ID,
        agent_id: z.string().max(100),
        password: passphrase.nullable().optional(),
        restore_database: z.boolean().default(true),
        restore_homeassistant: z.boolean().default(true),
        restore_addons: z.array(z.string()).max(100).nullable().optional(),
        restore_folders: z.array(z.string()).max(100).nullable().optional(),
      },
      handle: async ({ message, access, caller }) => {
        requireOwner(caller);
        requireLocations(parts, [message.agent_id]);
        if (!message.restore_homeassistant) throw fault('home_assistant_error', 'backup_needs_settings');
        const { backup_id: id, password, restore_database: withHistory } = message;
        await restore(id, { withHistory, by: access, ...(password == null ? {} : { passphrase: password }) });
        await audit('backup_restored', access, { id });
        return null;
      },
    }),
    defineCommand({
      type: 'backup/can_decrypt_on_download',
      permission: 'admin',
      summary: 'Whether a passphrase opens a backup',
      result: Nothing,
      fields: locked,
      handle: async ({ message }) => {
        await unlock(message.backup_id, message.password);
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/backup/receive',
      permission: 'admin',
      summary: 'Verifies a complete upload of `/api/hearth/upload` and makes it one of the backups here',
      result: object({ backup_id: z.string() }),
      fields: { upload_id: z.string().max(64) },
      handle: async ({ message, access }) => {
        const { slug } = await parts.receive(message.upload_id, access.userId);
        await audit('backup_uploaded', access, { id: slug });
        return { backup_id: slug };
      },
    }),
    defineCommand({
      type: 'hearth/backup/check',
      permission: 'admin',
      summary: 'Verifies every byte of a backup and, if it can be opened, starts a server from it',
      result: object({ inventory: AnyObject.nullable() }),
      fields: { backup_id: ID, passphrase: passphrase.optional() },
      handle: async ({ message }) => ({ inventory: await check(message.backup_id, message.passphrase) }),
    }),
  ];
}

function configCommands({ config, configure }: BackupParts): Command[] {
  return [
    defineCommand({
      type: 'backup/config/info',
      permission: 'admin',
      summary: 'When automatic backups are made, what they contain and how many are kept',
      result: object({ config: AnyObject }),
      fields: {},
      handle: () => ({ config: config() }),
    }),
    defineCommand({
      type: 'backup/config/update',
      permission: 'admin',
      summary: 'Changes parts of the configuration of automatic backups',
      result: Nothing,
      fields: {
        agents: AnyObject.optional(),
        automatic_backups_configured: z.boolean().optional(),
        create_backup: AnyObject.optional(),
        retention: AnyObject.optional(),
        schedule: AnyObject.optional(),
      },
      handle: async ({
        message: { agents, automatic_backups_configured, create_backup, retention, schedule },
      }) => {
        const given = { agents, automatic_backups_configured, create_backup, retention, schedule };
        await configure(Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)));
        return null;
      },
    }),
  ];
}

function keyCommands({ keys, audit }: BackupParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/backup/keys',
      permission: 'admin',
      summary: 'The keys that encrypt backups',
      result: z.array(KeyShape),
      fields: {},
      handle: () => keys.list(),
    }),
    defineCommand({
      type: 'hearth/backup/keys/create',
      permission: 'admin',
      summary:
        'Creates a key for the owner. Its passphrase is only in this answer; the key is used once it is confirmed',
      result: object({ passphrase: z.string(), fingerprint: z.string() }),
      fields: { passphrase: z.string().max(200).optional() },
      handle: async ({ message, access, caller }) => {
        requireOwner(caller);
        const created = await keys.create(message.passphrase);
        await audit('backup_key_created', access, { fingerprint: created.fingerprint });
        return created;
      },
    }),
    defineCommand({
      type: 'hearth/backup/keys/confirm',
      permission: 'admin',
      summary: 'Takes a key into use, with its passphrase as the proof that somebody has kept it',
      result: KeyShape,
      fields: { fingerprint: z.string().max(64), passphrase },
      handle: ({ message, caller }) => {
        requireOwner(caller);
        return keys.confirm(message.fingerprint, message.passphrase);
      },
    }),
    defineCommand({
      type: 'hearth/backup/keys/delete',
      permission: 'admin',
      summary: 'Stops using a key; its passphrase still opens the backups that exist',
      result: Nothing,
      fields: { fingerprint: z.string().max(64) },
      handle: async ({ message: { fingerprint }, access, caller }) => {
        requireOwner(caller);
        await keys.remove(fingerprint);
        await audit('backup_key_deleted', access, { fingerprint });
        return null;
      },
    }),
  ];
}

function requireLocations({ agents }: BackupParts, ids: readonly string[]): void {
  const known = agents().map(({ agent_id }) => agent_id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw fault('home_assistant_error', 'unknown_backup_location', { id: unknown });
  if (ids.length === 0) throw fault('home_assistant_error', 'backup_needs_location', { example: LOCAL });
}

/** Throws `unauthorized` for everybody but the owner. */
export function requireOwner({ user }: Caller): void {
  if (!user.is_owner) throw fault('unauthorized', 'backup_for_owner');
}
