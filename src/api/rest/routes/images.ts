import { fault } from '../../../core/errors.ts';
import { PictureShape, showPicture, type UploadedPictures } from '../../uploaded-pictures.ts';
import { json, type Route } from '../route.ts';
import { uploadedFile } from '../uploaded-file.ts';

/** The sizes that clients may ask for; the picture is sent as it was uploaded in all of them. */
const SIZE = /^(?:original|256x256|512x512)(?:-.*)?$/;
/** A picture is never rendered as a page: no content in it can execute. */
const GUARD = ['Content-Security-Policy', "default-src 'none'; sandbox"];

/** Uploads pictures for areas and persons, and serves them to whoever knows their random ID. */
export function imageRoutes(pictures: Pick<UploadedPictures, 'add' | 'read' | 'maxBytes'>): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/image/upload',
      permission: 'user',
      summary: 'Uploads a PNG, JPEG or GIF in the field `file` of a form',
      accepts: ['multipart/form-data'],
      bodyLimit: pictures.maxBytes + 65_536,
      result: PictureShape,
      answers: { 200: 'The picture', 400: 'It is no picture', 413: 'It is too large' },
      handle: async (request) => {
        const { userId, isAdmin } = request.access;
        if (userId === null) throw fault('forbidden', 'upload_needs_user');
        const file = await uploadedFile(request);
        return json(showPicture(await pictures.add(file, { id: userId, isAdmin })));
      },
    },
    {
      method: 'GET',
      path: '/api/image/serve/:image_id/:size',
      permission: 'public',
      summary: 'An uploaded picture, as it was uploaded in every size',
      answers: { 200: 'The picture', 400: 'No such size', 404: 'No such picture' },
      produces: 'image/*',
      handle: async (request) => {
        const size = request.param('size');
        const { type, bytes } = await pictures.read(request.param('image_id'));
        if (!SIZE.test(size))
          throw fault('invalid_format', 'picture_size_unknown', { size: size.slice(0, 50) });
        return {
          status: 200,
          type,
          body: bytes,
          headers: ['Cache-Control', 'private, max-age=2678400', ...GUARD],
        };
      },
    },
  ];
}
