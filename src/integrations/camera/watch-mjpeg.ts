import type { Undo } from '../../core/clock.ts';
import type { PictureSource } from './fetch-picture.ts';
import { RequestFailure, refuseLinkLocal, streamResponse } from './http-request.ts';
import type { FrameSink } from './live-source.ts';
import { MultipartFrames } from './multipart-frames.ts';

/** Reads the frames of an MJPEG URL until the undo. Redirects are not followed. */
export function watchMjpeg(source: PictureSource, sink: FrameSink): Undo {
  let frames: MultipartFrames | undefined;
  return streamResponse(
    {
      url: new URL(source.url),
      auth: source.username === undefined ? undefined : `${source.username}:${source.password ?? ''}`,
      verifySsl: source.verifySsl,
      refuse: refuseLinkLocal,
      check: (status) => {
        if (status >= 300 && status < 400) return 'it redirects, which is not followed';
        return status === 200 ? undefined : `it answered ${status}`;
      },
    },
    {
      begin: ({ headers }) => {
        const type = headers['content-type'] ?? '';
        if (!/^multipart\//i.test(type))
          throw new RequestFailure(
            'failed',
            `it answered ${JSON.stringify(type.slice(0, 100))}, not moving pictures`,
          );
        frames = new MultipartFrames(type, sink.frame);
      },
      chunk: (bytes) => frames?.push(bytes),
      end: () => sink.fail('it ended'),
      fail: ({ message }) => sink.fail(message),
    },
  );
}
