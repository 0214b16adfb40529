import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { cameraDomain } from '../../domains/camera.ts';
import type { Entities } from '../../entities/entities.ts';
import type { Entity } from '../../entities/entity.ts';
import { fetchPicture } from './fetch-picture.ts';

const ADDRESS = 'an address such as http://camera/still.jpg';

const cameraConfig = z.strictObject({
  platform: z.literal('generic'),
  name: z.string('a name').min(1, 'a name').default('Generic Camera'),
  unique_id: z.string('text').optional(),
  still_image_url: z.string(ADDRESS).refine(isHttpUrl, ADDRESS),
  username: z.string('text').optional(),
  password: z.string('text').optional(),
  authentication: z.literal('basic', 'basic').optional(),
  verify_ssl: z.boolean('true or false').default(true),
});

/** The `camera` section of the settings file. */
interface CameraSection {
  readonly value: unknown;
  place(path?: readonly (string | number)[]): string;
}

/** What the cameras need of the house. */
export interface GenericCameraParts {
  readonly section: CameraSection;
  readonly entities: Entities;
  readonly clock: Clock;
  readonly log: Log;
}

/** Cameras that give their picture at an address, as `hearth.yaml` names them. */
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

  /** A camera that is not described right is named in the log and left out. */
  private add(item: unknown, i: number): void {
    const { section, entities, clock, log } = this.parts;
    const { success, data, error } = cameraConfig.safeParse(item);
    if (!success) {
      for (const { path, message } of error.issues)
        log.warn(`${section.place([i, ...path.map(placeKey)])}: camera ${path.join('.')}: ${message}`);
      return;
    }
    const { still_image_url: url, username, password, verify_ssl: verifySsl } = data;
    const source = { url, username, password, verifySsl };
    try {
      this.running.push(
        entities.add({
          domain: cameraDomain,
          platform: 'generic',
          name: data.name,
          ...(data.unique_id === undefined ? {} : { uniqueId: data.unique_id }),
          driver: {
            execute: ({ service }, { id }) => {
              throw new HubError('home_assistant_error', `${id} takes no ${service}`);
            },
            picture: () => fetchPicture(source, clock),
          },
        }),
      );
    } catch (error) {
      log.warn(`${section.place([i])}: this camera cannot be added`, { error });
    }
  }
}

function placeKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Secrets stand in fields of their own: in the address they would be told with it. */
function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
