import { fault } from '../../../core/errors.ts';
import type { Route } from '../route.ts';

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const GUARD = ['Cache-Control', 'no-store', 'Content-Security-Policy', "default-src 'none'; sandbox"];

/** The running streams of cameras. */
export interface StreamFiles {
  /** A file of a stream; undefined for an unknown token or name. */
  file(token: string, name: string): Promise<Buffer | undefined>;
}

/** The files of camera streams, for whoever knows the token that `camera/stream` returned. */
export function cameraStreamRoutes(streams: StreamFiles): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/hls/:token/:file',
      permission: 'public',
      summary: 'The playlist of a camera stream, or a part of its video',
      answers: { 200: 'The file', 404: 'No such stream, or it has ended' },
      produces: [PLAYLIST_TYPE, 'video/mp4'],
      handle: async (request) => {
        const name = request.param('file');
        const body = await streams.file(request.param('token'), name);
        if (body === undefined) throw fault('not_found', 'path_not_found');
        const type = name.endsWith('.m3u8') ? PLAYLIST_TYPE : 'video/mp4';
        return { status: 200, type, body, headers: GUARD };
      },
    },
  ];
}
