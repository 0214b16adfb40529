import { isoTime, type Undo } from '../../core/clock.ts';
import type { Command, Values } from '../../domains/definition/define-domain.ts';
import { refusal } from '../../domains/definition/refusal.ts';
import type { Driver, EntityHandle, Picture } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { allTracks, browse, search, type Track, tracksOf } from './media-library.ts';
import { drawTiles } from './picture-drivers.ts';
import { SingleTimer } from './single-timer.ts';

/** The media attributes of an idle player. */
const NOTHING: Values = Object.fromEntries(
  [
    'media_content_id',
    'media_content_type',
    'media_title',
    'media_artist',
    'media_album_name',
    'media_track',
    'media_duration',
    'media_position',
    'media_position_updated_at',
    'media_image',
  ].map((name) => [name, null]),
);

/** Plays through a list, alone or with others. */
export class PlayerDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly end: SingleTimer;
  private queue: readonly Track[] = [];
  private at = 0;
  /** The position in the track when it was last reported, and the time of that report. */
  private position = 0;
  private since = 0;

  constructor(context: BehaviorContext) {
    this.context = context;
    this.end = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    this.context.players.add(entity);
    const { state, media_content_id: id, media_position } = entity.values;
    if (typeof id === 'string') {
      this.queue = tracksOf(id);
      this.position = Number(media_position ?? 0);
      if (state === 'playing') this.play(entity);
    }
    return () => {
      this.end.stop();
      this.context.players.delete(entity);
    };
  }

  execute(command: Command, entity: EntityHandle): unknown {
    const { service, fields, patch } = command;
    switch (service) {
      case 'turn_on':
        return this.notify(entity, { state: 'idle' });
      case 'turn_off':
      case 'media_stop':
        return this.halt(entity, patch);
      case 'media_play':
        return this.play(entity);
      case 'media_pause':
        return this.pause(entity);
      case 'media_next_track':
        return this.skip(entity, 1);
      case 'media_previous_track':
        return this.skip(entity, this.elapsed(entity) > 5 ? 0 : -1);
      case 'media_seek':
        return this.seek(entity, Number(fields.seek_position));
      case 'clear_playlist':
        this.queue = [];
        return this.halt(entity, { state: entity.values.state === 'off' ? 'off' : 'idle' });
      case 'play_media':
        return this.enqueue(entity, fields);
      case 'browse_media':
        return this.browse(entity, fields);
      case 'search_media':
        return {
          version: 1,
          result: search(String(fields.search_query), fields.media_filter_classes as string[]),
        };
      case 'join':
        return this.join(entity, patch.group_members as readonly string[]);
      case 'unjoin':
        return this.leave(entity);
      default:
        return entity.report(patch);
    }
  }

  /** The cover of the album. */
  picture(entity: EntityHandle): Promise<Picture> | undefined {
    const { media_image: image } = entity.values;
    return typeof image === 'string' ? drawTiles(image) : undefined;
  }

  private play(entity: EntityHandle): void {
    if (this.queue.length === 0) this.queue = allTracks;
    const track = this.queue[this.at] ?? this.queue[0];
    if (track === undefined) return;
    const { clock } = this.context;
    this.since = clock.now();
    this.notify(entity, {
      state: 'playing',
      media_content_id: track.id,
      media_content_type: 'music',
      media_title: track.title,
      media_image: track.album || null,
      media_artist: track.artist || null,
      media_album_name: track.album || null,
      media_track: track.number || null,
      media_duration: track.length || null,
      media_position: Math.round(this.position),
      media_position_updated_at: isoTime(this.since),
    });
    this.end.stop();
    if (track.length > 0)
      this.end.start((track.length - this.position) * 1000, () => this.skip(entity, 1, true));
  }

  private pause(entity: EntityHandle): void {
    this.position = this.elapsed(entity);
    this.end.stop();
    this.notify(entity, { state: 'paused', ...this.stand(entity) });
  }

  private halt(entity: EntityHandle, patch: Values): void {
    this.end.stop();
    this.at = 0;
    this.position = 0;
    this.notify(entity, { ...NOTHING, ...patch });
  }

  private seek(entity: EntityHandle, seconds: number): void {
    const length = this.queue[this.at]?.length;
    this.position = Math.min(seconds, length || seconds);
    if (entity.values.state === 'playing') this.play(entity);
    else this.notify(entity, this.stand(entity));
  }

  /** Moves by `step` in the queue. `byItself` at the end of a track, where `repeat` applies. */
  private skip(entity: EntityHandle, step: number, byItself = false): void {
    const { repeat, shuffle } = entity.values;
    this.position = 0;
    const one = byItself && repeat === 'one';
    if (!one) {
      if (shuffle === true && step === 1) this.at = Math.floor(this.context.random() * this.queue.length);
      else this.at += step;
      const over = this.at >= this.queue.length;
      if (over && byItself && repeat !== 'all') {
        this.halt(entity, { state: 'idle' });
        return;
      }
      this.at = this.queue.length === 0 ? 0 : (this.at + this.queue.length) % this.queue.length;
    }
    this.play(entity);
  }

  private enqueue(entity: EntityHandle, fields: Values): void {
    const tracks = tracksOf(String(fields.media_content_id));
    if (fields.announce === true) return;
    const isPlaying = entity.values.state === 'playing' || entity.values.state === 'paused';
    if (isPlaying && fields.enqueue === 'add') this.queue = [...this.queue, ...tracks];
    else if (isPlaying && (fields.enqueue === 'next' || fields.enqueue === 'play')) {
      this.queue = [...this.queue.slice(0, this.at + 1), ...tracks, ...this.queue.slice(this.at + 1)];
      if (fields.enqueue === 'play') this.skip(entity, 1);
    } else {
      this.queue = tracks;
      this.at = 0;
      this.position = 0;
      this.play(entity);
    }
  }

  private browse(entity: EntityHandle, fields: Values): unknown {
    const id = String(fields.media_content_id ?? '');
    const found = browse(id);
    if (found !== undefined) return found;
    throw refusal(
      'media_not_found',
      { key: 'media_not_found', parameters: { entity_id: entity.id, id: JSON.stringify(id) } },
      {
        domain: 'media_player',
      },
    );
  }

  private elapsed(entity: EntityHandle): number {
    if (entity.values.state !== 'playing') return this.position;
    return this.position + (this.context.clock.now() - this.since) / 1000;
  }

  /** The current position in the track, with its timestamp. */
  private stand(entity: EntityHandle): Values {
    if (entity.values.media_content_id == null) return {};
    const updated = isoTime(this.context.clock.now());
    return { media_position: Math.round(this.position), media_position_updated_at: updated };
  }

  private join(entity: EntityHandle, ids: readonly string[]): void {
    const joined = ids.map((id) => {
      const player = [...this.context.players].find((one) => one.id === id);
      if (player !== undefined) return player;
      throw refusal(
        'cannot_join',
        { key: 'cannot_join', parameters: { id, entity_id: entity.id } },
        {
          domain: 'media_player',
        },
      );
    });
    for (const player of joined) player.report({ group_members: joined.length > 1 ? ids : [] });
    this.notify(entity, {});
  }

  private leave(entity: EntityHandle): void {
    const rest = this.others(entity);
    const ids = rest.map(({ id }) => id);
    entity.report({ group_members: [] });
    for (const player of rest) player.report({ group_members: ids.length > 1 ? ids : [] });
  }

  private others(entity: EntityHandle): EntityHandle[] {
    const members = (entity.values.group_members ?? []) as readonly string[];
    return [...this.context.players].filter((one) => one !== entity && members.includes(one.id));
  }

  /** Reports playback values; the other members of a group led by this player report the same. */
  private notify(entity: EntityHandle, patch: Values): void {
    entity.report(patch);
    const members = (entity.values.group_members ?? []) as readonly string[];
    if (members[0] !== entity.id) return;
    const shown = Object.fromEntries(
      ['state', ...Object.keys(NOTHING)].map((name) => [name, entity.values[name]]),
    );
    for (const other of this.others(entity)) other.report(shown);
  }
}
