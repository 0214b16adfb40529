import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, every, type Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Attributes } from '../../core/state.ts';
import type { Entity } from './entity.ts';

const ROTATION = 5 * 60_000;

/** The picture paths by domain. */
const PROXIES: Readonly<Record<string, string>> = {
  camera: '/api/camera_proxy',
  image: '/api/image_proxy',
  media_player: '/api/media_player_proxy',
};

/** Whether an entity can have a picture. */
export function hasPicture({ domain, driver }: Pick<Entity, 'domain' | 'driver'>): boolean {
  return driver.picture !== undefined && Object.hasOwn(PROXIES, domain.name);
}

/**
 * Tokens for the picture of one entity, for use in `<img>`. They rotate every five minutes and stay valid for
 * one more period. They are not stored: a token is derived from a secret of this server start, the entity and
 * the number of rotations.
 */
export class PictureLinks implements Part {
  readonly name = 'picture links';
  private readonly key = randomBytes(32);
  private readonly clock: Clock;
  /** The number of rotations. */
  private period = 0;
  private undo: Undo = () => {};
  /** Viewers to notify when their token expires. */
  private readonly looking = new Set<{ readonly isValid: () => boolean; readonly end: () => void }>();
  private readonly ofDomain: (domain: string) => Iterable<Entity>;

  /** `ofDomain` returns the entities of a domain, whose picture links are rewritten on rotation. */
  constructor(clock: Clock, ofDomain: (domain: string) => Iterable<Entity>) {
    this.clock = clock;
    this.ofDomain = ofDomain;
  }

  start(): void {
    this.undo = every(this.clock, ROTATION, () => this.rotate());
  }

  stop(): void {
    this.undo();
  }

  /** The attributes that link to the entity's picture. */
  attributesOf(entity: Entity): Attributes {
    const { name } = entity.domain;
    const path = `${PROXIES[name]}/${entity.id}`;
    if (name !== 'media_player') {
      const access_token = this.token(entity, this.period);
      return { access_token, entity_picture: `${path}?token=${access_token}` };
    }
    const { media_image: image, state } = entity.values;
    if (typeof image !== 'string' || state === 'off') return {};
    const cache = createHash('sha256').update(image).digest('hex').slice(0, 16);
    return { entity_picture: `${path}?token=${this.token(entity, this.period)}&cache=${cache}` };
  }

  /** Whether a token is currently valid for the picture of this entity. */
  isValid(entity: Entity, token: string): boolean {
    const given = Buffer.from(token);
    return [this.period, this.period - 1].some((period) => {
      const good = Buffer.from(this.token(entity, period));
      return given.length === good.length && timingSafeEqual(given, good);
    });
  }

  /** Calls `end` once when the token expires. */
  whenInvalid(entity: Entity, token: string, end: () => void): Undo {
    const look = { isValid: () => this.isValid(entity, token), end };
    this.looking.add(look);
    return () => void this.looking.delete(look);
  }

  private rotate(): void {
    this.period += 1;
    for (const look of [...this.looking]) {
      if (look.isValid()) continue;
      this.looking.delete(look);
      look.end();
    }
    for (const domain of Object.keys(PROXIES))
      for (const entity of this.ofDomain(domain)) if (hasPicture(entity)) entity.write();
  }

  private token(entity: Entity, period: number): string {
    return createHmac('sha256', this.key)
      .update(`${entity.entry?.id ?? entity.id} ${period}`)
      .digest('hex');
  }
}
