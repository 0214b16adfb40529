import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, every, type Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import { message } from '../../core/messages.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import { findFfmpeg, NO_FFMPEG, RTSP_INPUT, startFfmpeg } from './ffmpeg.ts';

const MAX_STREAMS = 8;
/** A stream that nobody reads ends after this time. */
const IDLE_MS = 30_000;
const START_TIMEOUT_MS = 15_000;
const POLL_MS = 100;
const PLAYLIST = 'playlist.m3u8';
const FILE = /^(?:playlist\.m3u8|init\.mp4|\d{1,9}\.m4s)$/;

interface Stream {
  readonly token: string;
  readonly folder: string;
  readonly child: ChildProcess;
  /** Resolves when the playlist is there. */
  readonly ready: Promise<void>;
  askedAt: number;
}

/**
 * The streams of cameras as HLS, which browsers and phones play by themselves: ffmpeg copies the video into short files
 * without encoding it again. A stream runs while somebody reads it; who knows its random token may read it.
 */
export class HlsStreams implements Part {
  readonly name = 'camera streams';
  private readonly clock: Clock;
  private readonly streams = new Map<Entity, Stream>();
  private undo: Undo = () => {};

  constructor(clock: Clock) {
    this.clock = clock;
  }

  start(): void {
    this.undo = every(this.clock, IDLE_MS / 3, () => {
      for (const [camera, stream] of this.streams)
        if (this.clock.now() - stream.askedAt > IDLE_MS || !camera.isLive) this.close(camera);
    });
  }

  stop(): void {
    this.undo();
    for (const camera of [...this.streams.keys()]) this.close(camera);
  }

  /** Whether a camera has a stream, and ffmpeg is installed. */
  canStream(camera: Entity): boolean {
    return camera.driver.streamInput !== undefined && findFfmpeg() !== undefined;
  }

  /** Starts the stream of a camera unless it runs; resolves to the path of its playlist. */
  async open(camera: Entity): Promise<string> {
    const stream = this.streams.get(camera) ?? (await this.begin(camera));
    stream.askedAt = this.clock.now();
    await stream.ready;
    return `/api/hls/${stream.token}/${PLAYLIST}`;
  }

  /** A file of a stream; undefined for an unknown token or name. */
  async file(token: string, name: string): Promise<Buffer | undefined> {
    const stream = [...this.streams.values()].find((one) => one.token === token);
    if (stream === undefined || !FILE.test(name)) return undefined;
    stream.askedAt = this.clock.now();
    return readFile(join(stream.folder, name)).catch(() => undefined);
  }

  private async begin(camera: Entity): Promise<Stream> {
    const path = findFfmpeg();
    const refuse = (reason = NO_FFMPEG) =>
      fault('home_assistant_error', 'camera_gave_no_stream', { id: camera.id, reason });
    if (path === undefined) throw refuse();
    if (this.streams.size >= MAX_STREAMS)
      throw refuse(message('too_many_camera_streams', { max: MAX_STREAMS }));
    const [input, folder] = await Promise.all([
      camera.driver.streamInput?.(),
      mkdtemp(join(tmpdir(), 'hearth-stream-')),
    ]);
    const known = this.streams.get(camera);
    if (known !== undefined || input === undefined) {
      await rm(folder, { recursive: true, force: true });
      if (known !== undefined) return known;
      throw refuse(message('ffmpeg_got_no_pictures'));
    }
    const child = startFfmpeg(path, [...RTSP_INPUT, ...toHls(folder)]);
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.stdout?.resume();
    const ready = this.untilReady(child, join(folder, PLAYLIST)).catch((error: unknown) => {
      this.close(camera);
      throw refuse(error instanceof Error ? undefined : message('ffmpeg_got_no_pictures'));
    });
    const stream = {
      token: randomBytes(16).toString('hex'),
      folder,
      child,
      ready,
      askedAt: this.clock.now(),
    };
    this.streams.set(camera, stream);
    child.on('close', () => {
      if (this.streams.get(camera) === stream) this.close(camera);
    });
    return stream;
  }

  private untilReady(child: ChildProcess, playlist: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = START_TIMEOUT_MS / POLL_MS;
      const settle = (finish: () => void): void => {
        cancel();
        finish();
      };
      const cancel = every(this.clock, POLL_MS, () => {
        left -= 1;
        if (existsSync(playlist)) settle(resolve);
        else if (left <= 0) settle(() => reject(null));
      });
      child.on('error', (error) => settle(() => reject(error)));
      child.on('close', () => settle(() => reject(null)));
    });
  }

  private close(camera: Entity): void {
    const stream = this.streams.get(camera);
    this.streams.delete(camera);
    stream?.child.kill('SIGKILL');
    if (stream !== undefined)
      rm(stream.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

function toHls(folder: string): string[] {
  return [
    ...[
      '-c:v',
      'copy',
      '-c:a',
      'aac',
      '-ac',
      '2',
      '-sn',
      '-dn',
      '-f',
      'hls',
      '-hls_time',
      '2',
      '-hls_list_size',
      '6',
    ],
    ...['-hls_flags', 'delete_segments+independent_segments', '-hls_segment_type', 'fmp4'],
    ...[
      '-hls_fmp4_init_filename',
      'init.mp4',
      '-hls_segment_filename',
      join(folder, '%d.m4s'),
      join(folder, PLAYLIST),
    ],
  ];
}
