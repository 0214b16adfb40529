import { FlowError } from 'hearth-integration';
import { type MpdClient, MpdError, type Pair } from './client.ts';

interface Item {
  readonly title: string;
  readonly media_class: string;
  readonly media_content_type: string;
  readonly media_content_id: string;
  readonly can_play: boolean;
  readonly can_expand: boolean;
  readonly can_search: boolean;
  readonly children_media_class: string | null;
  readonly thumbnail: null;
}

/** A folder or playlist with what is in it. */
export interface Shelf extends Item {
  readonly not_shown: number;
  readonly children: readonly Item[];
}

const MAX_CHILDREN = 1000;

/** What a folder of the music or a playlist holds; without an ID, the folder of all music. */
export async function browse(client: MpdClient, type: string, id: string): Promise<Shelf> {
  try {
    if (type === 'playlist') return shelf(item('playlist', id), await client.send('listplaylistinfo', id));
    return shelf(item('directory', id), await client.send('lsinfo', id));
  } catch (error) {
    if (!(error instanceof MpdError)) throw error;
    throw new FlowError(`${JSON.stringify(id)} cannot be browsed: ${error.message}`);
  }
}

function shelf(own: Item, pairs: readonly Pair[]): Shelf {
  const found: Item[] = [];
  let title: string | undefined;
  let file: string | undefined;
  const end = (): void => {
    if (file !== undefined) found.push({ ...item('file', file), title: title ?? nameOf(file) });
    [file, title] = [undefined, undefined];
  };
  for (const [key, value] of pairs) {
    if (key === 'file' || key === 'directory' || key === 'playlist') end();
    if (key === 'file') file = value;
    else if (key === 'Title') title ??= value;
    else if (key === 'directory' || key === 'playlist') found.push(item(key, value));
  }
  end();
  const children = found.slice(0, MAX_CHILDREN);
  return { ...own, not_shown: found.length - children.length, children };
}

function item(kind: 'file' | 'directory' | 'playlist', id: string): Item {
  const isFile = kind === 'file';
  return {
    title: id === '' ? 'Music' : nameOf(id),
    media_class: isFile ? 'track' : kind,
    media_content_type: isFile ? 'music' : kind,
    media_content_id: id,
    ...{ can_play: id !== '', can_expand: !isFile, can_search: false },
    children_media_class: isFile ? null : 'track',
    thumbnail: null,
  };
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
