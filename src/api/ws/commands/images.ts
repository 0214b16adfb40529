import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { PictureShape, showPicture, type UploadedPictures } from '../../uploaded-pictures.ts';
import { type Command, defineCommand } from '../command.ts';

const image_id = z.string().max(64);

/** The pictures that users upload for areas and persons. */
export function imageCommands(pictures: Pick<UploadedPictures, 'list' | 'rename' | 'delete'>): Command[] {
  return [
    defineCommand({
      type: 'image/list',
      permission: 'user',
      summary: 'The uploaded pictures; for users who are no administrators, their own',
      result: z.array(PictureShape),
      fields: {},
      handle: ({ access }) =>
        pictures
          .list()
          .filter(({ owner }) => access.isAdmin || owner === access.userId)
          .map(showPicture),
    }),
    defineCommand({
      type: 'image/update',
      permission: 'admin',
      summary: 'Renames an uploaded picture',
      result: PictureShape,
      fields: { image_id, name: z.string().min(1).max(255) },
      handle: async ({ message }) => showPicture(await pictures.rename(message.image_id, message.name)),
    }),
    defineCommand({
      type: 'image/delete',
      permission: 'user',
      summary: 'Deletes an uploaded picture; users who are no administrators delete their own',
      result: Nothing,
      fields: { image_id },
      handle: async ({ message, access }) => {
        const picture = pictures.list().find(({ id }) => id === message.image_id);
        if (picture === undefined || (!access.isAdmin && picture.owner !== access.userId))
          throw fault('not_found', 'picture_not_found', { id: message.image_id });
        await pictures.delete(picture.id);
        return null;
      },
    }),
  ];
}
