import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { BackupParts } from '../../backup-interface.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { multipartFile } from '../multipart-file.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';
import type { UploadParts } from './uploads.ts';

type RouteParts = Pick<BackupParts, 'agents' | 'file' | 'audit' | 'receive'>;

/** `/api/backup`: the files of backups. */
export function backupRoutes(parts: RouteParts, uploads: UploadParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/backup/download/:backup_id',
      permission: 'admin',
      summary: 'The file of a backup, encrypted if it is',
      query: { agent_id: 'The location, such as `backup.local`' },
      answers: {
        200: 'A tar archive',
        400: 'The location is missing or unknown',
        404: 'There is no such backup',
      },
      produces: 'application/x-tar',
      handle: (request) => download(parts, request),
    },
    {
      method: 'POST',
      path: '/api/backup/upload',
      permission: 'admin',
      summary:
        'Adds a backup: a form with one file. The app sends it in parts with `/api/hearth/upload` instead',
      query: { agent_id: 'The location, such as `backup.local`' },
      accepts: ['multipart/form-data'],
      streamsBody: true,
      result: object({ backup_id: z.string() }),
      answers: {
        201: 'The backup',
        400: 'The location is unknown, or the file is no backup of Hearth',
      },
      handle: (request) => upload(parts, uploads, request),
    },
  ];
}

async function download({ agents, file, audit }: RouteParts, request: RestRequest): Promise<Reply> {
  requireLocation(agents, request.query.getAll('agent_id').slice(0, 1));
  const id = request.param('backup_id');
  return new Promise((resolve, reject) => {
    const send = async (found: { readonly path: string; readonly name: string; readonly bytes: number }) => {
      await audit('backup_downloaded', request.access, { id });
      // The file is needed until all of it is sent.
      await new Promise<void>((done) => {
        resolve({
          status: 200,
          type: 'application/x-tar',
          body: '',
          headers: [
            ...['Content-Disposition', `attachment; filename="${found.name}"`],
            ...['Content-Length', String(found.bytes)],
          ],
          stream: (reader) => {
            const content = createReadStream(found.path);
            const forward = async (): Promise<void> => {
              for await (const chunk of content) await reader.send(chunk as Buffer);
              reader.finish();
            };
            forward()
              .catch((error: unknown) => reader.fail(error))
              .finally(done);
            return () => content.destroy();
          },
        });
      });
    };
    file(id, send).catch(reject);
  });
}

async function upload(parts: RouteParts, uploads: UploadParts, request: RestRequest): Promise<Reply> {
  const { access } = request;
  const slug = await receiveForm(parts, uploads, { request, owner: access.userId });
  await parts.audit('backup_uploaded', access, { id: slug });
  return json({ backup_id: slug }, 201);
}

/** Makes the file of a form one of the backups on this machine, and returns its ID. */
export async function receiveForm(
  parts: Pick<BackupParts, 'agents' | 'receive'>,
  uploads: UploadParts,
  { request, owner }: { readonly request: RestRequest; readonly owner: string | null },
): Promise<string> {
  requireLocation(parts.agents, request.query.getAll('agent_id'));
  const length = Number(request.headers['content-length'] ?? '0');
  if (length === 0) throw fault('invalid_format', 'upload_needs_length');
  const { upload_id: id } = await uploads.begin(length, owner);
  try {
    await uploads.append(id, owner, { offset: 0, content: multipartFile(request) });
    uploads.seal(id, owner);
    return (await parts.receive(id, owner)).slug;
  } finally {
    await uploads.remove(id, owner);
  }
}

/** Throws `invalid_format` unless a request names known locations. */
export function requireLocation(agents: BackupParts['agents'], ids: readonly string[]): void {
  const known = agents().map(({ agent_id }) => agent_id);
  const unknown = ids.find((id) => !known.includes(id));
  if (ids.length > 0 && unknown === undefined) return;
  throw fault('invalid_format', 'unknown_backup_location', { id: (unknown ?? '').slice(0, 100) });
}
