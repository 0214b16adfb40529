import { type Clock, every, type Undo } from '../../core/clock.ts';
import type { Picture } from '../../entities/entity/driver.ts';
import { startFfmpeg } from './ffmpeg.ts';

const PER_SECOND = 10;
/** Bytes ffmpeg has not read yet above which frames are skipped. */
const MAX_UNREAD = 8 * 1024 * 1024;
const MAX_FILM = 2 * 1024 * 1024 * 1024;

/** A recording to write. */
export interface FilmOrder {
  readonly ffmpeg: string;
  readonly path: string;
  readonly seconds: number;
  /** The newest picture; all of a film are of the type of the first. */
  readonly newest: () => Picture;
  readonly signal: AbortSignal;
}

/** Writes an MP4 of 10 frames/s without sound. Keeps what was recorded before `signal`. Rejects on errors. */
export function writeFilm({ ffmpeg, path, seconds, newest, signal }: FilmOrder, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const codec = newest().type === 'image/png' ? 'png' : 'mjpeg';
    const child = startFfmpeg(ffmpeg, [
      ...['-f', 'image2pipe', '-framerate', String(PER_SECOND), '-c:v', codec, '-i', 'pipe:0'],
      ...['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2', '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-fs', String(MAX_FILM)],
      ...['-f', 'mp4', '-y', `file:${path}`],
    ]);
    let left = seconds * PER_SECOND;
    let cancel: Undo = () => {};
    const finish = (): void => {
      cancel();
      child.stdin?.end();
      cancel = clock.after(10_000, () => child.kill('SIGKILL'));
    };
    cancel = every(clock, 1000 / PER_SECOND, () => {
      left -= 1;
      if (left < 0) finish();
      else if ((child.stdin?.writableLength ?? 0) < MAX_UNREAD) child.stdin?.write(newest().bytes);
    });
    signal.addEventListener('abort', finish);
    child.stdin?.on('error', () => {});
    child.stdout?.resume();
    const end = (error?: Error): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      if (error === undefined) resolve();
      else reject(error);
    };
    child.on('error', end);
    child.on('close', (code) => end(code === 0 ? undefined : new Error(`ffmpeg ended with ${code}`)));
  });
}
