import { createReadStream } from 'node:fs';
import { fault } from '../../../core/errors.ts';
import type { BackupParts } from '../../backup-interface.ts';
import type { Reply, RestRequest, Route } from '../route.ts';

/** `/api/backup`: the files of backups. */
export function backupRoutes(parts: Pick<BackupParts, 'agents' | 'file' | 'audit'>): Route[] {
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
  ];
}

async function download(
  { agents, file, audit }: Pick<BackupParts, 'agents' | 'file' | 'audit'>,
  request: RestRequest,
): Promise<Reply> {
  const location = request.query.get('agent_id');
  if (!agents().some(({ agent_id }) => agent_id === location))
    throw fault('invalid_format', 'unknown_backup_location', { id: String(location).slice(0, 100) });
  const id = request.param('backup_id');
  const found = await file(id);
  if (found === undefined) throw fault('not_found', 'backup_not_found', { id: id.slice(0, 100) });
  await audit('backup_downloaded', request.access, { id });
  return {
    status: 200,
    type: 'application/x-tar',
    body: '',
    headers: ['Content-Disposition', `attachment; filename="${found.name}"`],
    stream: ({ send, finish, fail }) => {
      const content = createReadStream(found.path);
      const forward = async (): Promise<void> => {
        for await (const chunk of content) await send(chunk as Buffer);
        finish();
      };
      forward().catch(fail);
      return () => content.destroy();
    },
  };
}
