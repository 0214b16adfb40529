import type { EntityView } from '../definition/define-domain.ts';

/** The states of media players; `standby` is an older one. */
export const MEDIA_PLAYER_STATES = [
  'off',
  'on',
  'idle',
  'playing',
  'paused',
  'buffering',
  'standby',
] as const;

/** The reported values of a media player. */
export interface MediaPlayerValues {
  readonly [key: string]: unknown;
  readonly state: (typeof MEDIA_PLAYER_STATES)[number] | null;
  /** 0..1 */
  readonly volume_level?: number | null;
  readonly is_volume_muted?: boolean | null;
  readonly media_content_id?: string | null;
  readonly media_content_type?: string | null;
  /** Seconds, as at `media_position_updated_at`. */
  readonly media_position?: number | null;
  readonly media_position_updated_at?: string | null;
  /** Identifies the current picture, if the driver has one: a new value means a new picture. */
  readonly media_image?: string | null;
  readonly source?: string | null;
  readonly sound_mode?: string | null;
  readonly shuffle?: boolean | null;
  readonly repeat?: 'off' | 'all' | 'one' | null;
  /** Ids of the players that play the same, itself first. */
  readonly group_members?: readonly string[] | null;
}

/** The capabilities of a media player. */
export interface MediaPlayerCapabilities {
  readonly [key: string]: unknown;
  readonly source_list?: readonly string[];
  readonly sound_mode_list?: readonly string[];
  /** The step of `volume_up`, 0.1 by default. */
  readonly volume_step?: number;
}

/** A media player as its domain sees it. */
export type MediaPlayerView = EntityView<MediaPlayerValues, MediaPlayerCapabilities>;

/** The attributes of a player that is not off, as far as known. */
export const MEDIA_ATTRIBUTES = {
  volume_level: 'Volume from 0 to 1.',
  is_volume_muted: 'Whether it is muted.',
  media_content_id: 'ID of the media.',
  media_content_type: 'Type of the media.',
  media_duration: 'Duration of the media, in seconds.',
  media_position: 'Position at `media_position_updated_at`, in seconds.',
  media_position_updated_at: 'When the position was measured.',
  media_title: 'Title of the media.',
  media_artist: 'Artist of the media.',
  media_album_name: 'Album of the media.',
  media_album_artist: 'Artist of the album.',
  media_track: 'Number of the track in its album.',
  media_series_title: 'Title of the series.',
  media_season: 'Season of the series.',
  media_episode: 'Episode of the season.',
  media_channel: 'Channel.',
  media_playlist: 'Playlist.',
  app_id: 'ID of the playing app.',
  app_name: 'Name of the playing app.',
  source: 'The current source.',
  sound_mode: 'The current sound mode.',
  shuffle: 'Whether shuffle is on.',
  repeat: '`off`, `all` or `one`.',
} as const;
