import type { DomainValues, EntityHandle, Entry } from 'hearth-integration';
import type { Client, Group, Server, SnapcastClient, Stream } from './client.ts';

type Values = Partial<DomainValues['media_player']>;
type Fields = Readonly<Record<string, unknown>>;

interface Shown {
  readonly handle: EntityHandle<'media_player'>;
  description: string;
  values: string;
}

/** A client with the group and stream that it plays. */
interface Place {
  readonly client: Client;
  readonly group: Group;
  readonly stream: Stream | undefined;
}

const FEATURES = ['volume_set', 'volume_mute', 'select_source', 'grouping'];

/** The clients of a server as media players. */
export class Players {
  private readonly entry: Entry<never, never>;
  private readonly prefix: string;
  private readonly connection: () => SnapcastClient;
  /** Reads the server again: it does not tell whoever changed something. */
  private readonly reread: () => Promise<void>;
  private readonly shown = new Map<string, Shown>();
  private calls = 0;
  private server: Server = { groups: [], streams: [] };
  /** What was at which position when, so that other changes are no news of it. */
  private readonly positions = new Map<string, { readonly shown: string; readonly at: string }>();

  constructor(
    entry: Entry<never, never>,
    place: string,
    connection: () => SnapcastClient,
    reread: () => Promise<void>,
  ) {
    this.entry = entry;
    this.prefix = `snapcast_client_${place}_`;
    this.connection = connection;
    this.reread = reread;
  }

  /** Shows what the server has now. */
  show(server: Server): void {
    this.server = server;
    const places = this.places();
    for (const [id, { handle }] of this.shown)
      if (!places.has(id)) {
        handle.remove();
        this.shown.delete(id);
      }
    // All are added before the first one names the members of its group.
    for (const [id, place] of places) {
      if (this.shown.has(id)) continue;
      const description = this.describe(place);
      const handle = this.add(id, description, { state: null });
      this.shown.set(id, { handle, description: JSON.stringify(description), values: '' });
    }
    for (const [id, place] of places) {
      const values = this.valuesOf(place);
      const description = this.describe(place);
      const own = this.shown.get(id);
      if (own === undefined) continue;
      if (JSON.stringify(description) !== own.description) {
        own.handle.change(description);
        own.description = JSON.stringify(description);
      }
      if (JSON.stringify(values) !== own.values) own.handle.report(values);
      own.values = JSON.stringify(values);
    }
  }

  private places(): Map<string, Place> {
    const { groups, streams } = this.server;
    return new Map(
      groups.flatMap((group) =>
        group.clients.map((client): [string, Place] => [
          client.id,
          { client, group, stream: streams.find(({ id }) => id === group.stream_id) },
        ]),
      ),
    );
  }

  private placeOf(id: string): Place {
    const place = this.places().get(id);
    if (place === undefined) throw new Error(`The server no longer knows the client ${id}`);
    return place;
  }

  private describe({ client, stream }: Place) {
    const {
      canControl = false,
      canPlay,
      canPause,
      canGoNext,
      canGoPrevious,
      canSeek,
    } = stream?.properties ?? {};
    const more: Readonly<Record<string, boolean | undefined>> = {
      ...{ play: canPlay, pause: canPause, stop: canPlay },
      ...{ next_track: canGoNext, previous_track: canGoPrevious, seek: canSeek },
    };
    return {
      name: `${client.config.name || client.host.name || client.id} Snapcast Client`,
      features: [...FEATURES, ...Object.keys(more).filter((name) => canControl && more[name] === true)],
      capabilities: { source_list: this.server.streams.map(({ id }) => id) },
    };
  }

  private valuesOf({ client, group, stream }: Place): Values {
    const { muted, percent } = client.config.volume;
    const { metadata, position, playbackStatus } = stream?.properties ?? {};
    const state = stateOf({ client, group, stream });
    const shown = `${position} ${playbackStatus} ${metadata?.title}`;
    const since = this.positions.get(client.id);
    const at = since?.shown === shown ? since.at : new Date().toISOString().replace('Z', '+00:00');
    this.positions.set(client.id, { shown, at });
    return {
      state,
      ...{ volume_level: percent / 100, is_volume_muted: muted, source: group.stream_id },
      ...{ media_title: metadata?.title ?? null, media_album_name: metadata?.album ?? null },
      media_artist: metadata?.artist?.join(', ') ?? null,
      media_album_artist: metadata?.albumArtist?.join(', ') ?? null,
      media_track: metadata?.trackNumber ?? null,
      media_duration: metadata?.duration === undefined ? null : Math.round(metadata.duration),
      media_position: position ?? null,
      media_position_updated_at: position === undefined ? null : at,
      group_members: group.clients.map(({ id }) => this.prefix + id),
    };
  }

  private add(
    id: string,
    description: ReturnType<Players['describe']>,
    values: Values,
  ): EntityHandle<'media_player'> {
    const call = (method: string, params: object) => this.call(method, params);
    const control = (command: string, params: object = {}) =>
      call('Stream.Control', { id: this.placeOf(id).group.stream_id, command, params });
    const setVolume = (change: { readonly muted?: boolean; readonly percent?: number }) =>
      call('Client.SetVolume', { id, volume: { ...this.placeOf(id).client.config.volume, ...change } });
    return this.entry.mediaPlayer({
      ...{ uniqueId: this.prefix + id, ...description, deviceClass: 'speaker', values },
      volumeSet: ({ volume_level: level }: Fields) =>
        setVolume({ percent: Math.round(Math.min(1, Math.max(0, Number(level))) * 100) }),
      volumeMute: ({ is_volume_muted: muted }: Fields) => setVolume({ muted: muted === true }),
      selectSource: ({ source }: Fields) => {
        const { group } = this.placeOf(id);
        return call('Group.SetStream', { id: group.id, stream_id: source });
      },
      mediaPlay: () => control('play'),
      mediaPause: () => control('pause'),
      mediaStop: () => control('stop'),
      mediaNextTrack: () => control('next'),
      mediaPreviousTrack: () => control('previous'),
      mediaSeek: ({ seek_position: position }: Fields) => control('setPosition', { position }),
      join: ({ group_members: members }: Fields) => this.join(id, members),
      unjoin: () => this.leave(id),
    });
  }

  /** Whether a command is on its way, after which the server is read anyhow. */
  get isCalling(): boolean {
    return this.calls > 0;
  }

  private async call(method: string, params: object): Promise<void> {
    this.calls += 1;
    try {
      await this.connection().call(method, params);
    } finally {
      this.calls -= 1;
    }
    await this.reread();
  }

  /** Lets others play what this one plays. */
  private async join(id: string, members: unknown): Promise<void> {
    const { group } = this.placeOf(id);
    const others = (Array.isArray(members) ? members : []).map((member) => {
      const other = String(member).slice(this.prefix.length);
      if (!String(member).startsWith(this.prefix) || !this.places().has(other))
        throw new RangeError(`${member} is not a client of this Snapcast server`);
      return other;
    });
    const clients = [...new Set([...group.clients.map((client) => client.id), ...others])];
    await this.call('Group.SetClients', { id: group.id, clients });
  }

  /** Leaves the group: the server gives a client without one a group of its own. */
  private async leave(id: string): Promise<void> {
    const { group } = this.placeOf(id);
    const clients = group.clients.map((client) => client.id).filter((one) => one !== id);
    if (clients.length > 0) await this.call('Group.SetClients', { id: group.id, clients });
  }
}

function stateOf({ client, group, stream }: Place): 'off' | 'idle' | 'playing' | 'paused' | null {
  if (!client.connected) return 'off';
  if (client.config.volume.muted || group.muted) return 'idle';
  const status = stream?.properties.playbackStatus ?? stream?.status;
  if (status === 'playing' || status === 'paused') return status;
  return status === 'idle' || status === 'stopped' ? 'idle' : null;
}
