import type { DomainValues, EntityHandle, Entry } from 'hearth-integration';
import { type Artwork, type MpdClient, MpdError, type Pair } from './client.ts';
import { browse, nameOf } from './library.ts';

type Values = Partial<DomainValues['media_player']>;
type Fields = Readonly<Record<string, unknown>>;

const FEATURES = [
  ...['pause', 'seek', 'previous_track', 'next_track', 'turn_on', 'turn_off', 'play_media', 'select_source'],
  ...['stop', 'clear_playlist', 'play', 'shuffle_set', 'browse_media', 'repeat_set'],
];
const VOLUME = ['volume_set', 'volume_mute', 'volume_step'];
const STATES = { play: 'playing', pause: 'paused', stop: 'off' } as const;
const NOTHING: Values = {
  ...{ media_content_id: null, media_content_type: null, media_title: null, media_artist: null },
  ...{ media_album_name: null, media_track: null, media_duration: null, media_position: null },
  ...{ media_position_updated_at: null, media_image: null },
};

/** The player of an entry. */
export class Player {
  private readonly entry: Entry<never, never>;
  private readonly client: () => MpdClient;
  private handle: EntityHandle<'media_player'> | undefined;
  private features = '';
  private sources: readonly string[] | undefined;
  /** What is loaded, as far as it was loaded from here. */
  private playlist: string | null = null;
  private volume = 0;
  private song = '';
  private artwork: Artwork | undefined;
  private isSingle = false;
  /** What was at which position when, so that a pause is no news. */
  private position = { shown: '', at: '' };

  constructor(entry: Entry<never, never>, client: () => MpdClient) {
    this.entry = entry;
    this.client = client;
  }

  /** Reads the player and shows what it is now. */
  async read(client: MpdClient): Promise<void> {
    const status = new Map(await client.send('status'));
    const song = await client.send('currentsong');
    const playlists = await playlistsOf(client);
    const file = song.find(([key]) => key === 'file')?.[1] ?? '';
    if (file !== this.song) {
      this.song = file;
      this.artwork = file === '' ? undefined : await client.artwork(file);
    }
    this.show(status, song, playlists);
  }

  private show(
    status: ReadonlyMap<string, string>,
    song: readonly Pair[],
    playlists: readonly string[],
  ): void {
    const number = (key: string): number | null => {
      const value = Number(status.get(key) ?? Number.NaN);
      return Number.isFinite(value) ? value : null;
    };
    const volume = number('volume');
    const hasVolume = volume !== null && volume >= 0;
    if (hasVolume && volume > 0) this.volume = volume;
    if (number('playlistlength') === 0) this.playlist = null;
    this.isSingle = status.get('single') === '1';
    const state = STATES[(status.get('state') ?? 'stop') as keyof typeof STATES] ?? 'off';
    const shown = `${state} ${status.get('elapsed')} ${this.song}`;
    if (shown !== this.position.shown)
      this.position = { shown, at: new Date().toISOString().replace('Z', '+00:00') };
    const values: Values = {
      state,
      ...NOTHING,
      ...(this.song === '' ? {} : this.songValues(song, number('elapsed'), number('duration'))),
      ...(hasVolume ? { volume_level: volume / 100, is_volume_muted: volume === 0 } : {}),
      media_playlist: this.playlist,
      source: this.playlist,
      shuffle: status.get('random') === '1',
      repeat: status.get('repeat') !== '1' ? 'off' : status.get('single') === '1' ? 'one' : 'all',
    };
    const features = hasVolume ? [...FEATURES, ...VOLUME] : FEATURES;
    this.handle ??= this.add(features, playlists, values);
    if (features.join() !== this.features || playlists.join('\n') !== this.sources?.join('\n')) {
      this.handle.change({ features, capabilities: { source_list: playlists } });
      this.features = features.join();
      this.sources = playlists;
    }
    this.handle.report(values);
  }

  private songValues(song: readonly Pair[], elapsed: number | null, duration: number | null): Values {
    const all = (key: string): string | null => {
      const found = song.filter(([name]) => name === key).map(([, value]) => value);
      return found.length === 0 ? null : found.join(', ').slice(0, 1000);
    };
    const [name, title] = [all('Name'), all('Title')];
    const shown = [name, title].filter((text) => text !== null).join(': ');
    const track = Number.parseInt(all('Track') ?? '', 10);
    return {
      media_content_id: this.song,
      media_content_type: 'music',
      media_title: shown === '' ? nameOf(this.song) : shown,
      media_artist: all('Artist'),
      media_album_name: all('Album'),
      media_track: Number.isFinite(track) ? track : null,
      media_duration: duration === null ? null : Math.round(duration),
      media_position: elapsed,
      media_position_updated_at: elapsed === null ? null : this.position.at,
      media_image: this.artwork === undefined ? null : this.song,
    };
  }

  private add(
    features: readonly string[],
    playlists: readonly string[],
    values: Values,
  ): EntityHandle<'media_player'> {
    const { entry } = this;
    this.features = features.join();
    this.sources = playlists;
    const device = entry.device({
      identifiers: [entry.id],
      name: 'Music Player Daemon',
      entry_type: 'service',
    });
    const send = (...words: readonly string[]) => this.do((client) => client.send(...words));
    const sendAll = (...commands: readonly (readonly string[])[]) =>
      this.do((client) => client.sendAll(commands));
    return device.mediaPlayer({
      uniqueId: entry.id,
      features: [...features],
      capabilities: { source_list: playlists },
      values,
      picture: () => this.artwork,
      turnOn: () => send('play'),
      turnOff: () => send('stop'),
      mediaPlay: () => send('play'),
      mediaPause: () => send('pause', '1'),
      mediaStop: () => send('stop'),
      mediaNextTrack: () => send('next'),
      mediaPreviousTrack: () => send('previous'),
      mediaSeek: ({ seek_position: seconds }: Fields) => send('seekcur', String(seconds)),
      volumeSet: ({ volume_level: level }: Fields) => send('setvol', percent(level)),
      volumeMute: ({ is_volume_muted: muted }: Fields) =>
        send('setvol', muted === true ? '0' : String(this.volume)),
      shuffleSet: ({ shuffle }: Fields) => send('random', shuffle === true ? '1' : '0'),
      repeatSet: ({ repeat }: Fields) =>
        sendAll(
          ['repeat', repeat === 'off' ? '0' : '1'],
          ...(repeat === 'one' || this.isSingle ? [['single', repeat === 'one' ? '1' : '0']] : []),
        ),
      clearPlaylist: () => send('clear'),
      selectSource: ({ source }: Fields) => this.playPlaylist(String(source)),
      playMedia: ({ media_content_type: type, media_content_id: id }: Fields) =>
        type === 'playlist' ? this.playPlaylist(String(id)) : this.playSong(String(id)),
      browseMedia: ({ media_content_type: type, media_content_id: id }: Fields) =>
        this.do((client) => browse(client, String(type ?? ''), String(id ?? ''))),
    });
  }

  private async playPlaylist(name: string): Promise<void> {
    await this.do((client) => client.sendAll([['clear'], ['load', name], ['play']]));
    this.playlist = name;
  }

  private async playSong(id: string): Promise<void> {
    await this.do((client) => client.sendAll([['clear'], ['add', id], ['play']]));
    this.playlist = null;
  }

  private async do<Value>(run: (client: MpdClient) => Promise<Value>): Promise<Value | undefined> {
    const client = this.client();
    const result = await client.request(() => run(client));
    return Array.isArray(result) ? undefined : result;
  }
}

async function playlistsOf(client: MpdClient): Promise<string[]> {
  try {
    const pairs = await client.send('listplaylists');
    return pairs.flatMap(([key, value]) => (key === 'playlist' ? [value] : [])).slice(0, 500);
  } catch (error) {
    // Playlists may be switched off.
    if (error instanceof MpdError) return [];
    throw error;
  }
}

function percent(level: unknown): string {
  return String(Math.round(Math.min(1, Math.max(0, Number(level))) * 100));
}
