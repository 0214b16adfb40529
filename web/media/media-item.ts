import {
  mdiAccountMusic,
  mdiAlbum,
  mdiFolderOutline,
  mdiImageOutline,
  mdiMovieOutline,
  mdiMusicNote,
  mdiPlaylistMusic,
  mdiPodcast,
  mdiRadio,
  mdiTelevision,
} from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { icon } from '../parts/icon.ts';

/** A media item or folder. */
export interface Media {
  readonly title: string;
  readonly media_class: string;
  readonly media_content_type: string;
  readonly media_content_id: string;
  readonly can_play: boolean;
  readonly can_expand: boolean;
  readonly can_search?: boolean;
  readonly thumbnail?: string | null;
  readonly children?: readonly Media[] | null;
  readonly not_shown?: number;
}

const DRAWINGS: Readonly<Record<string, string>> = {
  album: mdiAlbum,
  artist: mdiAccountMusic,
  channel: mdiRadio,
  image: mdiImageOutline,
  movie: mdiMovieOutline,
  music: mdiMusicNote,
  playlist: mdiPlaylistMusic,
  podcast: mdiPodcast,
  track: mdiMusicNote,
  tv_show: mdiTelevision,
  video: mdiMovieOutline,
};

/** The picture of an item, or the icon of its class. Pictures only load from this server. */
export function mediaPicture({ thumbnail, media_class }: Media): TemplateResult {
  if (typeof thumbnail === 'string' && /^\/(?![/\\])/.test(thumbnail))
    return html`<img src=${thumbnail} alt="" loading="lazy" />`;
  const drawing = Object.hasOwn(DRAWINGS, media_class) ? DRAWINGS[media_class] : undefined;
  return icon(drawing ?? mdiFolderOutline);
}
