import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Undo } from '../../core/clock.ts';
import { type Message, message } from '../../core/messages.ts';
import { addressOf, RequestFailure, refuseLinkLocal } from '../../network/http-request.ts';
import type { PictureSource } from './fetch-picture.ts';
import type { FrameSink } from './live-source.ts';
import { MultipartFrames } from './multipart-frames.ts';

/** The error text where ffmpeg is needed but not installed. */
export const NO_FFMPEG = message('ffmpeg_missing');

/** The path of ffmpeg, or undefined. Searched on each call: it may be installed while the server runs. */
export function findFfmpeg(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, 'ffmpeg'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Starts ffmpeg, without a shell and with nothing of our environment but the path. */
export function startFfmpeg(path: string, args: readonly string[]): ChildProcess {
  return spawn(path, ['-nostats', '-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH ?? '' },
  });
}

/** Reads the frames of an RTSP URL through ffmpeg until the undo. */
export function watchRtsp(source: PictureSource, sink: FrameSink): Undo {
  const path = findFfmpeg();
  let child: ChildProcess | undefined;
  let ended = false;
  const fail = (reason: Message | string): void => {
    if (ended) return;
    undo();
    sink.fail(reason);
  };
  const undo = (): void => {
    ended = true;
    child?.kill('SIGKILL');
  };
  const begin = async (): Promise<void> => {
    if (path === undefined) throw new RequestFailure('failed', NO_FFMPEG);
    const input = await rtspInput(source);
    if (ended) return;
    child = startFfmpeg(path, RTSP_TO_MJPEG);
    child.on('error', () => fail(message('ffmpeg_not_started')));
    child.on('close', () => fail(message('ffmpeg_got_no_pictures')));
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const frames = new MultipartFrames('multipart/x-mixed-replace;boundary=ffmpeg', sink.frame);
    child.stdout?.on('data', (bytes: Buffer) => {
      try {
        if (!ended) frames.push(bytes);
      } catch (error) {
        fail(reasonOf(error));
      }
    });
  };
  begin().catch((error) => fail(reasonOf(error)));
  return undo;
}

/** The input given to stdin. */
export const RTSP_INPUT: readonly string[] = [
  ...['-f', 'concat', '-safe', '0', '-protocol_whitelist', 'pipe,rtsp,rtsps,rtp,tcp,udp,tls,crypto'],
  ...['-i', 'pipe:0'],
];

const RTSP_TO_MJPEG = [
  ...RTSP_INPUT,
  ...['-an', '-sn', '-dn', '-c:v', 'mjpeg', '-q:v', '5', '-f', 'mpjpeg', 'pipe:1'],
];

/** The input for an RTSP URL, whose address is checked. */
export async function rtspInput(source: PictureSource): Promise<string> {
  const url = new URL(source.url);
  return listOf(source, url, await addressOf(url.hostname, refuseLinkLocal));
}

/** The input list for stdin (arguments are visible to all users of the machine), with the checked address. */
function listOf({ username, password }: PictureSource, url: URL, address: string): string {
  const at = new URL(url);
  at.hostname = address.includes(':') ? `[${address}]` : address;
  if (username !== undefined) {
    at.username = encodeURIComponent(username);
    at.password = encodeURIComponent(password ?? '');
  }
  const text = at.href.replaceAll("'", '%27').replaceAll('\n', '');
  return `ffconcat version 1.0\nfile '${text}'\noption rtsp_transport tcp\n`;
}

function reasonOf(error: unknown): Message | string {
  return error instanceof RequestFailure ? error.reason : message('ffmpeg_failed');
}
