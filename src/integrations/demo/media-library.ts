/** A piece of music of the simulated library. */
export interface Track {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly number: number;
  /** Seconds. */
  readonly length: number;
}

interface Album {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly tracks: readonly Track[];
}

const RECORDS: readonly (readonly [album: string, artist: string, titles: readonly string[]])[] = [
  ['Low Tide', 'The Polders', ['Dike Song', 'Grey Heron', 'Sluice', 'Long Shore']],
  ['Attic Radio', 'Mira Voss', ['Valves Warm', 'Short Wave', 'Static', 'Signing Off']],
  ['Small Engines', 'Brass & Ladder', ['Two Stroke', 'Choke', 'Idle', 'Running On']],
];

/** All available media. */
export const albums: readonly Album[] = RECORDS.map(([title, artist, titles], a) => ({
  id: `album/${a + 1}`,
  title,
  artist,
  tracks: titles.map((name, t) => ({
    id: `track/${a + 1}/${t + 1}`,
    title: name,
    artist,
    album: title,
    number: t + 1,
    length: 150 + a * 20 + t * 13,
  })),
}));

/** All pieces of all albums. */
export const allTracks: readonly Track[] = albums.flatMap(({ tracks }) => tracks);

/** The tracks of a media ID; an unknown ID is one track of unknown length. */
export function tracksOf(id: string): readonly Track[] {
  if (id === 'library') return allTracks;
  const album = albums.find((one) => one.id === id);
  if (album !== undefined) return album.tracks;
  const track = allTracks.find((one) => one.id === id);
  return [track ?? { id, title: lastPart(id), artist: '', album: '', number: 0, length: 0 }];
}

function lastPart(id: string): string {
  return (
    id
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? id
  );
}

interface Shelf {
  readonly title: string;
  readonly media_class: string;
  readonly media_content_type: string;
  readonly media_content_id: string;
  readonly can_play: boolean;
  readonly can_expand: boolean;
  readonly can_search: boolean;
  readonly search_media_classes: readonly string[] | null;
  readonly children_media_class: string | null;
  readonly thumbnail: null;
}

/** One level of the library as `browse_media` returns it; undefined for an unknown ID. */
export function browse(id: string): (Shelf & { not_shown: number; children: Shelf[] }) | undefined {
  if (id === '' || id === 'library')
    return {
      ...shelf('Library', 'directory', 'library', 'album'),
      not_shown: 0,
      children: albums.map(ofAlbum),
    };
  const album = albums.find((one) => one.id === id);
  if (album !== undefined) return { ...ofAlbum(album), not_shown: 0, children: album.tracks.map(ofTrack) };
  const track = allTracks.find((one) => one.id === id);
  return track === undefined ? undefined : { ...ofTrack(track), not_shown: 0, children: [] };
}

/** Items of the given classes whose title or artist contains all words. */
export function search(query: string, classes: readonly string[] | undefined): Shelf[] {
  const wanted = query.toLowerCase();
  const fits = ({ title, artist }: { title: string; artist: string }): boolean =>
    title.toLowerCase().includes(wanted) || artist.toLowerCase().includes(wanted);
  return [...albums.filter(fits).map(ofAlbum), ...allTracks.filter(fits).map(ofTrack)].filter(
    ({ media_class }) => classes === undefined || classes.includes(media_class),
  );
}

function ofAlbum({ id, title }: Album): Shelf {
  return shelf(title, 'album', id, 'track');
}

function ofTrack({ id, title }: Track): Shelf {
  return shelf(title, 'track', id, null);
}

function shelf(title: string, media_class: string, id: string, children: string | null): Shelf {
  return {
    title,
    media_class,
    media_content_type: media_class === 'directory' ? 'library' : media_class,
    media_content_id: id,
    can_play: true,
    can_expand: children !== null,
    can_search: media_class === 'directory',
    search_media_classes: media_class === 'directory' ? ['album', 'track'] : null,
    children_media_class: children,
    thumbnail: null,
  };
}
