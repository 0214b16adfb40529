import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { fault } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import type { BackupParts } from '../../backup-interface.ts';
import { AnyObject, object } from '../../shapes/plain-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';
import { receiveForm, requireLocation } from './backups.ts';
import type { UploadParts } from './uploads.ts';

/** The header with the claim code: it is checked before anything of a body is read. */
const CODE_HEADER = 'X-Hearth-Claim-Code';
const headers = { [CODE_HEADER]: 'The claim code the server printed at startup' };
const BODY_LIMIT = 64 * 1024;
const REFUSED = {
  403: 'A wrong or missing claim code',
  404: 'The server is already claimed',
  429: 'Too many wrong codes',
};

const Restore = z.looseObject({
  backup_id: z.string().max(100),
  agent_id: z.string().max(100),
  password: z.string().max(1000).nullish().describe('the passphrase of an encrypted backup'),
  restore_database: z.boolean().default(true).describe('whether its history is restored as well'),
  restore_homeassistant: z.boolean().default(true).describe('always true: its settings'),
});

/** A backup that is encrypted in one of its locations. */
const Locked = z.looseObject({
  agents: z
    .record(z.string(), z.looseObject({ protected: z.boolean() }))
    .refine((all) => Object.values(all).some((one) => one.protected)),
});

type Claimed = Pick<Auth, 'claim' | 'audit'>;

/** `/api/onboarding/backup`: restores a backup into a server without an owner, for who has its claim code. */
export function onboardingBackupRoutes(auth: Claimed, parts: BackupParts, uploads: UploadParts): Route[] {
  const admit = (request: RestRequest): void => {
    if (auth.claim.isClaimed()) throw fault('not_found', 'path_not_found');
    const code = request.headers[CODE_HEADER.toLowerCase()];
    auth.claim.proveCode(typeof code === 'string' ? code.slice(0, 100) : '', request.peer);
  };
  return [
    {
      method: 'GET',
      path: '/api/onboarding/backup/info',
      permission: 'public',
      headers,
      summary: 'The backups of a new server, and what became of the last upload or restore',
      result: object({
        backups: z.array(AnyObject),
        state: z.string(),
        last_action_event: AnyObject.nullable(),
      }),
      answers: { 200: 'As in `backup/info`', ...REFUSED },
      handle: async (request) => {
        admit(request);
        const { backups, state, last_action_event } = await parts.list();
        return json({ backups, state, last_action_event });
      },
    },
    {
      method: 'POST',
      path: '/api/onboarding/backup/upload',
      permission: 'public',
      headers,
      summary: 'Adds a backup to a new server: a form with one file',
      query: { agent_id: 'The location, such as `backup.local`' },
      accepts: ['multipart/form-data'],
      streamsBody: true,
      result: object({ backup_id: z.string() }),
      answers: {
        201: 'The backup',
        400: 'The location is unknown, or the file is no backup of Hearth',
        ...REFUSED,
      },
      handle: async (request) => {
        admit(request);
        const slug = await receiveForm(parts, uploads, { request, owner: null });
        await auth.audit.record('backup_uploaded', nobody(request), { id: slug });
        return json({ backup_id: slug }, 201);
      },
    },
    {
      method: 'POST',
      path: '/api/onboarding/backup/restore',
      permission: 'public',
      headers,
      summary: 'Restores a backup into a new server, which restarts with it',
      body: Restore,
      bodyLimit: BODY_LIMIT,
      answers: {
        200: 'The server restarts',
        400: '`{"code": "incorrect_password"}` or `{"code": "restore_failed"}`',
        ...REFUSED,
      },
      handle: async (request) => {
        admit(request);
        return restore(auth, parts, request);
      },
    },
  ];
}

async function restore(auth: Claimed, parts: BackupParts, request: RestRequest): Promise<Reply> {
  const wanted = parse(Restore, request.json('invalid_json'));
  requireLocation(parts.agents, [wanted.agent_id]);
  if (!wanted.restore_homeassistant) throw fault('home_assistant_error', 'backup_needs_settings');
  const { backup_id: id, password, restore_database: withHistory } = wanted;
  const backup = await parts.find(id);
  if (backup === null) return refused('restore_failed', 'There is no such backup');
  const isLocked = Locked.safeParse(backup).success;
  const given = isLocked && password != null ? { passphrase: password } : {};
  try {
    if (isLocked) await parts.unlock(id, password ?? '');
  } catch (error) {
    return refused('incorrect_password', messageOf(error));
  }
  try {
    await parts.restore(id, { withHistory, ...given });
  } catch (error) {
    return refused('restore_failed', messageOf(error));
  }
  await auth.audit.record('backup_restored', nobody(request), { id });
  return json({});
}

function refused(code: 'incorrect_password' | 'restore_failed', message: string): Reply {
  return json({ code, message }, 400);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Who has the claim code is no user yet. */
function nobody({ peer }: RestRequest) {
  return { userId: null, tokenId: null, peer };
}
