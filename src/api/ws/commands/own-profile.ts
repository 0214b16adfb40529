import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { fault } from '../../../core/errors.ts';
import { NullableText, object } from '../../shapes/plain-shapes.ts';
import { ItemShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand } from '../command.ts';
import { requireUser } from './auth.ts';
import type { ItemCollection } from './collections.ts';

/** Only pictures of this server: others would tell their server who looks at them. */
const PICTURE = /^\/api\/image\/serve\/[0-9a-f]{32}\/\d{2,4}x\d{2,4}$/;

/** Lets users change their own name and picture, and those of the person that they are. */
export function ownProfileCommands(auth: Auth, persons: Pick<ItemCollection, 'list' | 'update'>): Command[] {
  return [
    defineCommand({
      type: 'person/update_own_profile',
      changes: 'undoable',
      permission: 'user',
      summary: 'Changes the name of the caller and the picture of the person that they are',
      result: object({ user_name: NullableText, person: ItemShape.nullable() }),
      fields: {
        name: z.string().trim().min(1).max(255).optional(),
        picture: z.string().max(200).nullable().optional(),
      },
      handle: async (call) => {
        const { name, picture } = call.message;
        const user = requireUser(auth, call);
        const person = persons.list().find(({ user_id: id }) => id === user.id);
        if (picture !== undefined && person === undefined)
          throw fault('home_assistant_error', 'no_person_of_user');
        if (typeof picture === 'string' && !PICTURE.test(picture))
          throw fault('home_assistant_error', 'picture_not_uploaded', { picture });
        if (name !== undefined) await auth.users.update(user.id, { name });
        const changes = {
          ...(name === undefined ? {} : { name }),
          ...(picture === undefined ? {} : { picture }),
        };
        const isChanged = person !== undefined && Object.keys(changes).length > 0;
        return {
          user_name: auth.users.get(user.id)?.name ?? null,
          person: isChanged ? await persons.update(person.id, changes) : (person ?? null),
        };
      },
    }),
  ];
}
