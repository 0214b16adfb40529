import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { MediaFiles, MediaLibrary } from '../../media-library.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';
import { uploadedFile } from '../uploaded-file.ts';

/** Files are uploaded as a whole; larger ones are copied into the folder. */
const MAX_UPLOAD = 20 * 1024 * 1024;
/** A file is never rendered as a page: no content in it can execute. */
const GUARD = [
  'Content-Security-Policy',
  "default-src 'none'; media-src 'self'; sandbox",
  'Accept-Ranges',
  'bytes',
];
const ANSWERS = {
  200: 'The file',
  206: 'A part of the file',
  404: 'No such file',
  416: 'The file has no such part',
};

/** The dependencies of these routes. */
export interface MediaRouteParts {
  readonly library: Pick<MediaLibrary, 'folderOf'>;
  readonly files: Pick<MediaFiles, 'file' | 'read' | 'save'>;
}

/** Serves and takes media files, for callers who may read the whole home. */
export function mediaRoutes(parts: MediaRouteParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/media/local/*path',
      permission: 'user',
      summary: 'A file of the folder `media` of the data folder',
      headers: { Range: 'A part of the file, such as `bytes=0-99`' },
      answers: ANSWERS,
      produces: ['audio/*', 'image/*', 'video/*'],
      handle: (request) => send(parts, request, 'local'),
    },
    {
      method: 'GET',
      path: '/media/folder/:folder/*path',
      permission: 'user',
      summary: 'A file of one of the folders in `media.folders`',
      headers: { Range: 'A part of the file, such as `bytes=0-99`' },
      answers: ANSWERS,
      produces: ['audio/*', 'image/*', 'video/*'],
      handle: (request) => send(parts, request, request.param('folder')),
    },
    {
      method: 'POST',
      path: '/api/media_source/local_source/upload',
      permission: 'admin',
      summary: 'Saves the field `file` of a form in the folder whose ID is in `media_content_id`',
      accepts: ['multipart/form-data'],
      bodyLimit: MAX_UPLOAD + 65_536,
      result: object({ media_content_id: z.string() }),
      answers: { 200: 'The ID of the file', 400: 'It is no media file', 413: 'It is too large' },
      handle: async (request) => {
        const { name, bytes, fields } = await uploadedFile(request);
        const id = fields.get('media_content_id') ?? '';
        const { folder, path } = parts.library.folderOf(id, request.access);
        await parts.files.save(folder, path, { name, bytes });
        return json({ media_content_id: `${id}/${name}` });
      },
    },
  ];
}

async function send({ files }: MediaRouteParts, request: RestRequest, folder: string): Promise<Reply> {
  // Files may show anything of the home.
  if (request.access.mayRead !== null) throw fault('not_found', 'path_not_found');
  const file = await files.file(folder, request.param('path'));
  const range = rangeOf(request.headers.range, file.bytes);
  const [first, last] = range ?? [0, file.bytes - 1];
  if (first > last && file.bytes > 0)
    return {
      ...json({ message: 'Range Not Satisfiable' }, 416),
      headers: ['Content-Range', `bytes */${file.bytes}`],
    };
  const part = range === null ? [] : ['Content-Range', `bytes ${first}-${last}/${file.bytes}`];
  return {
    status: range === null ? 200 : 206,
    type: file.type,
    body: '',
    headers: [...GUARD, ...part, 'Content-Length', String(file.bytes === 0 ? 0 : last - first + 1)],
    stream: (reader) => {
      let isOpen = true;
      const run = async (): Promise<void> => {
        if (file.bytes > 0)
          for await (const chunk of files.read(file, first, last)) {
            if (!isOpen) return;
            await reader.send(chunk);
          }
        reader.finish();
      };
      run().catch((error: unknown) => reader.fail(error));
      return () => {
        isOpen = false;
      };
    },
  };
}

/** The first and last byte that are asked for; null for the whole file, the first after the last for none. */
function rangeOf(header: string | undefined, bytes: number): readonly [number, number] | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return [Math.max(0, bytes - Number(to)), bytes - 1];
  return [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
}
