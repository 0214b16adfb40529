import type { Connection } from 'home-assistant-js-websocket';
import type { FormTask } from '../../../parts/form/form-dialog.ts';
import type { FormField } from '../../../parts/form/form-field.ts';
import { LOCAL, readBackupPlaces, readBackupSize } from '../../../server/backups.ts';
import { say } from '../../../texts/say.ts';
import { sizeText } from './backup-text.ts';

/** The form of a backup to make now, with the space that it takes. */
export async function createTask(connection: Connection): Promise<FormTask> {
  const { settings, history } = await readBackupSize(connection);
  const places = await placesField(connection);
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
      ...places,
    ],
    values: { history: false, places: [LOCAL] },
    save: ({ name, history: withHistory, places: chosen }) =>
      connection.sendMessagePromise({
        type: 'backup/generate',
        agent_ids: chosen ?? [],
        include_database: withHistory === true,
        ...(typeof name === 'string' ? { name } : {}),
      }),
  };
}

/** The choice of locations; none while there is only this machine. */
export async function placesField(connection: Connection): Promise<FormField[]> {
  const places = await readBackupPlaces(connection);
  if (places.length < 2) return [];
  const options = places.map(({ agent_id: id, name }) => ({
    id,
    name: id === LOCAL ? say('backups.this_machine') : name,
  }));
  return [{ kind: 'checks', name: 'places', label: say('backups.places'), options, isRequired: true }];
}
