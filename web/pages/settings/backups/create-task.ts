import type { Connection } from 'home-assistant-js-websocket';
import type { FormTask } from '../../../parts/form/form-dialog.ts';
import { LOCAL, readBackupSize } from '../../../server/backups.ts';
import { say } from '../../../texts/say.ts';
import { sizeText } from './backup-text.ts';

/** The form of a backup to make now, with the space that it takes. */
export async function createTask(connection: Connection): Promise<FormTask> {
  const { settings, history } = await readBackupSize(connection);
  return {
    title: say('backups.create'),
    yes: say('backups.create_yes'),
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: say('backups.name'),
        hint: say('backups.name_hint'),
        maxLength: 200,
      },
      {
        kind: 'boolean',
        name: 'history',
        label: say('backups.include_history'),
        hint: say('backups.sizes', { settings: sizeText(settings), whole: sizeText(settings + history) }),
      },
    ],
    values: { history: false },
    save: ({ name, history: withHistory }) =>
      connection.sendMessagePromise({
        type: 'backup/generate',
        agent_ids: [LOCAL],
        include_database: withHistory === true,
        ...(typeof name === 'string' ? { name } : {}),
      }),
  };
}
