import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { englishText } from '../../core/messages.ts';
import { expectedOf, schemaError } from '../../core/schema-error.ts';
import type { RawSection } from '../../core/settings-block.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityPort } from '../entity-port.ts';
import { fetchPicture } from './fetch-picture.ts';
import { findFfmpeg, NO_FFMPEG, rtspInput, watchRtsp } from './ffmpeg.ts';
import { LiveSource } from './live-source.ts';
import { watchMjpeg } from './watch-mjpeg.ts';

const ADDRESS = schemaError('expects_camera_address', { example: 'http://camera/still.jpg' });
const STREAM = schemaError('expects_camera_address', { example: 'rtsp://camera/live' });
const NONE = 'one of still_image_url, mjpeg_url and stream_source is needed';

const cameraConfig = z.strictObject({
  platform: z.enum(['generic', 'mjpeg']),
  name: z.string(schemaError('expects_name')).min(1, schemaError('expects_name')).default('Generic Camera'),
  unique_id: z.string(schemaError('expects_text')).optional(),
  still_image_url: z.string(ADDRESS).refine(isHttpUrl, ADDRESS).optional(),
  mjpeg_url: z.string(ADDRESS).refine(isHttpUrl, ADDRESS).optional(),
  stream_source: z.string(STREAM).refine(isRtspUrl, STREAM).optional(),
  username: z.string(schemaError('expects_text')).optional(),
  password: z.string(schemaError('expects_text')).optional(),
  authentication: z.literal('basic').optional(),
  verify_ssl: z.boolean(schemaError('expects_boolean')).default(true),
});

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown key ${issue.keys.join(', ')}`;
  return `${issue.path.join('.')} must be ${englishText(expectedOf(issue))}`;
}

/** The dependencies of `GenericCameras`. */
export interface GenericCameraParts {
  /** The `camera` section of the settings file. */
  readonly section: RawSection;
  readonly entities: EntityPort;
  readonly clock: Clock;
  readonly log: Log;
}

/** Cameras that serve their picture at a URL, as configured in `hearth.yaml`. */
export class GenericCameras implements Part {
  readonly name = 'generic cameras';
  private readonly parts: GenericCameraParts;
  private readonly running: Entity[] = [];

  constructor(parts: GenericCameraParts) {
    this.parts = parts;
  }

  start(): void {
    const { value } = this.parts.section;
    const list: readonly unknown[] = Array.isArray(value) ? value : value == null ? [] : [value];
    list.forEach((item, i) => {
      this.add(item, i);
    });
  }

  stop(): void {
    for (const entity of this.running.splice(0)) this.parts.entities.remove(entity);
  }

  /** Adds a camera; an invalid one is logged and skipped. */
  private add(item: unknown, i: number): void {
    const { section, entities, clock, log } = this.parts;
    const { success, data, error } = cameraConfig.safeParse(item);
    if (!success) {
      // Without the value: addresses may contain passwords.
      for (const issue of error.issues)
        log.warn(`${section.place([i, ...issue.path.map(placeKey)])}: camera: ${problemOf(issue)}`);
      return;
    }
    const source = sourceOf(data, clock);
    if (source === undefined) {
      log.warn(`${section.place([i])}: camera: ${NONE}`);
      return;
    }
    if (data.mjpeg_url === undefined && data.stream_source !== undefined && findFfmpeg() === undefined)
      log.warn(
        `${section.place([i])}: the stream of the camera ${data.name} cannot be shown: ${englishText(NO_FFMPEG)}`,
      );
    try {
      this.running.push(
        entities.add(
          {
            domain: 'camera',
            platform: 'generic',
            name: data.name,
            ...(data.unique_id === undefined ? {} : { uniqueId: data.unique_id }),
          },
          {
            execute: ({ service }, { id }) => {
              throw fault('home_assistant_error', 'service_not_taken', { id, service });
            },
            ...source,
          },
        ),
      );
    } catch (error) {
      log.warn(`${section.place([i])}: this camera cannot be added`, { error });
    }
  }
}

/** How to get the pictures of a camera; undefined when no URL is configured. */
function sourceOf(
  camera: z.infer<typeof cameraConfig>,
  clock: Clock,
): Pick<Driver, 'attach' | 'picture' | 'film' | 'streamInput'> | undefined {
  const { still_image_url: still, mjpeg_url: mjpeg, stream_source: rtsp, username, password } = camera;
  const known = { username, password, verifySsl: camera.verify_ssl };
  const url = mjpeg ?? rtsp;
  const picture = still === undefined ? undefined : () => fetchPicture({ ...known, url: still }, clock);
  if (url === undefined) return picture === undefined ? undefined : { picture };
  const watch = url === mjpeg ? watchMjpeg : watchRtsp;
  const live = new LiveSource(new URL(url).host, clock, (sink) => watch({ ...known, url }, sink));
  return {
    attach: () => () => live.stop('the camera is gone'),
    picture: picture ?? (() => live.picture()),
    film: (_entity, watcher) => live.watch(watcher),
    ...(rtsp === undefined ? {} : { streamInput: () => rtspInput({ ...known, url: rtsp }) }),
  };
}

function placeKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Whether a text is an HTTP URL without credentials: those have their own fields, as URLs are shown. */
function isHttpUrl(text: string): boolean {
  return isUrl(text, /^https?:$/);
}

function isRtspUrl(text: string): boolean {
  return isUrl(text, /^rtsps?:$/);
}

function isUrl(text: string, protocols: RegExp): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocols.test(protocol) && hostname !== '' && username === '' && password === '';
}
