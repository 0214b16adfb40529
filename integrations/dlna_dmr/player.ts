import {
  type DomainValues,
  type EntityHandle,
  type Entry,
  parseXml,
  xmlEscape,
  xmlText,
} from 'hearth-integration';
import { invoke, type Renderer, type Service } from './upnp.ts';

type Values = Partial<DomainValues['media_player']>;
type Fields = Readonly<Record<string, unknown>>;

const STATES: Readonly<Record<string, Values['state']>> = {
  PLAYING: 'playing',
  TRANSITIONING: 'playing',
  PAUSED_PLAYBACK: 'paused',
  PAUSED_RECORDING: 'paused',
  STOPPED: 'idle',
  NO_MEDIA_PRESENT: 'idle',
};
/** The features that need an action of the device. */
const ACTIONS: Readonly<Record<string, string>> = {
  ...{
    Play: 'play',
    Pause: 'pause',
    Stop: 'stop',
    Next: 'next_track',
    Previous: 'previous_track',
    Seek: 'seek',
  },
  SetAVTransportURI: 'play_media',
};
const KINDS: Readonly<Record<string, string>> = {
  music: 'object.item.audioItem.musicTrack',
  video: 'object.item.videoItem',
  image: 'object.item.imageItem',
};
const POSITION_SLACK = 2;

/** One renderer as a media player. */
export class Player {
  private readonly renderer: Renderer;
  private readonly handle: EntityHandle<'media_player'>;
  private readonly loudest: number;
  /** What was at which position when, so that playing on is no news. */
  private since:
    | { readonly uri: string; readonly state: string; readonly position: number; readonly at: number }
    | undefined;

  constructor(entry: Entry<never, never>, renderer: Renderer, url: string) {
    this.renderer = renderer;
    this.loudest = renderer.rendering?.maxima.get('Volume') ?? 100;
    const device = entry.device({
      ...{ identifiers: [renderer.udn], connections: [['upnp', renderer.udn]], name: renderer.name },
      ...{ manufacturer: renderer.manufacturer, model: renderer.model, serial_number: renderer.serial },
      configuration_url: new URL(url).origin,
    });
    this.handle = device.mediaPlayer({
      uniqueId: renderer.udn,
      ...{ features: featuresOf(renderer), values: { state: null } },
      mediaPlay: () => this.act('Play', { Speed: '1' }),
      mediaPause: () => this.act('Pause'),
      mediaStop: () => this.act('Stop'),
      mediaNextTrack: () => this.act('Next'),
      mediaPreviousTrack: () => this.act('Previous'),
      mediaSeek: ({ seek_position: seconds }: Fields) =>
        this.act('Seek', { Unit: 'REL_TIME', Target: clockText(Number(seconds)) }),
      volumeSet: ({ volume_level: level }: Fields) =>
        this.render('SetVolume', {
          DesiredVolume: Math.round(Math.min(1, Math.max(0, Number(level))) * this.loudest),
        }),
      volumeMute: ({ is_volume_muted: muted }: Fields) =>
        this.render('SetMute', { DesiredMute: muted === true ? 1 : 0 }),
      playMedia: (fields: Fields) => this.play(fields),
    });
  }

  /** Asks the device what it does, and shows it. */
  async read(): Promise<void> {
    const { transport, rendering } = this.renderer;
    const info = await invoke(transport, 'GetTransportInfo');
    const place = await invoke(transport, 'GetPositionInfo');
    const volume = await maybe(rendering, 'GetVolume');
    const mute = await maybe(rendering, 'GetMute');
    const state = STATES[info.get('CurrentTransportState') ?? ''] ?? null;
    const level = Number(volume?.get('CurrentVolume') ?? Number.NaN);
    this.handle.report({
      state,
      ...(state === 'idle' || state === null ? NOTHING : this.mediaOf(place, state)),
      ...(Number.isFinite(level) ? { volume_level: Math.min(1, level / this.loudest) } : {}),
      ...(mute === undefined
        ? {}
        : { is_volume_muted: /^(?:1|true|yes)$/i.test(mute.get('CurrentMute') ?? '') }),
    });
  }

  private mediaOf(place: ReadonlyMap<string, string>, state: string): Values {
    const about = parseXml(place.get('TrackMetaData') ?? '');
    const text = (name: string): string | null => xmlText(about, name)?.slice(0, 1000) || null;
    const uri = place.get('TrackURI')?.slice(0, 1000) ?? '';
    const position = secondsOf(place.get('RelTime'));
    const duration = secondsOf(place.get('TrackDuration'));
    const now = Date.now();
    const { since } = this;
    const expected = since && since.position + (since.state === 'playing' ? (now - since.at) / 1000 : 0);
    const isOn =
      since?.uri === uri &&
      since.state === state &&
      Math.abs((expected ?? 0) - (position ?? 0)) < POSITION_SLACK;
    if (!isOn) this.since = { uri, state, position: position ?? 0, at: now };
    return {
      ...{ media_content_id: uri || null, media_content_type: kindOf(text('class')) },
      ...{ media_title: text('title'), media_artist: text('artist') ?? text('creator') },
      media_album_name: text('album'),
      media_duration: duration === null || duration === 0 ? null : duration,
      media_position: position === null ? null : (this.since?.position ?? position),
      media_position_updated_at:
        position === null ? null : new Date(this.since?.at ?? now).toISOString().replace('Z', '+00:00'),
    };
  }

  private async play({ media_content_id: id, media_content_type: type, extra }: Fields): Promise<void> {
    const url = String(id);
    if (!/^https?:\/\/\S+$/.test(url))
      throw new RangeError(`${JSON.stringify(url)} is not the address of a file`);
    const kind = String(type).split('/')[0]?.replace('audio', 'music') ?? '';
    const about = typeof extra === 'object' && extra !== null ? (extra as Fields) : {};
    const title = typeof about.title === 'string' ? about.title : (url.split('/').at(-1) ?? url);
    const item = `<DIDL-Lite xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/"><item id="0" parentID="-1" restricted="1"><dc:title>${xmlEscape(title)}</dc:title><upnp:class>${KINDS[kind] ?? 'object.item'}</upnp:class><res protocolInfo="http-get:*:*:*">${xmlEscape(url)}</res></item></DIDL-Lite>`;
    await this.act('SetAVTransportURI', { CurrentURI: url, CurrentURIMetaData: item });
    await this.act('Play', { Speed: '1' });
  }

  private async act(action: string, fields: Readonly<Record<string, string | number>> = {}): Promise<void> {
    await invoke(this.renderer.transport, action, fields);
  }

  private async render(action: string, fields: Readonly<Record<string, string | number>>): Promise<void> {
    const { rendering } = this.renderer;
    if (rendering !== undefined) await invoke(rendering, action, { Channel: 'Master', ...fields });
  }
}

const NOTHING: Values = {
  ...{ media_content_id: null, media_content_type: null, media_title: null, media_artist: null },
  ...{ media_album_name: null, media_duration: null, media_position: null, media_position_updated_at: null },
};

function featuresOf({ transport, rendering }: Renderer): string[] {
  const own = Object.entries(ACTIONS).filter(([action]) => transport.actions.has(action));
  return [
    ...own.map(([, feature]) => feature),
    ...(rendering?.actions.has('SetVolume') === true ? ['volume_set', 'volume_step'] : []),
    ...(rendering?.actions.has('SetMute') === true ? ['volume_mute'] : []),
  ];
}

async function maybe(
  service: Service | undefined,
  action: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  return service?.actions.has(action) === true ? invoke(service, action, { Channel: 'Master' }) : undefined;
}

function kindOf(name: string | null): string {
  if (name?.startsWith('object.item.videoItem') === true) return 'video';
  return name?.startsWith('object.item.imageItem') === true ? 'image' : 'music';
}

/** `0:01:05` in seconds; null for what is not known. */
function secondsOf(text: string | undefined): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d{1,2}):(\d{1,2})(?:\.\d+)?$/.exec(text ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
