import type { Access } from '../core/access.ts';
import { fault, HubError, withCode } from '../core/errors.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { Entities } from '../entities/entity/entities.ts';
import { hasPicture } from '../entities/entity/picture-links.ts';
import { sees } from '../entities/visibility/visible-state.ts';

const SCHEME = 'media-source://';
const IDENTIFIER = /^media-source:\/\/(?:([a-z0-9_]+)(?:\/(.+))?)?$/;
/** Entities whose pictures can be looked at. */
const PICTURED = ['camera', 'image'] as const;
const CLASSES: Readonly<Record<string, string>> = { audio: 'music', image: 'image', video: 'video' };

/** A file or folder of the media folders. */
interface FolderItem {
  readonly folder: string;
  readonly path: string;
  readonly name: string;
  /** The content type; null for folders. */
  readonly type: string | null;
}

/** A media file to send. */
interface SentFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** The folders with the media of the home. All but `names` and `read` throw `not_found` for what is not there. */
export interface MediaFiles {
  names(): readonly string[];
  children(
    folder: string,
    path: string,
  ): Promise<{ readonly items: readonly FolderItem[]; readonly more: number }>;
  search(folder: string, path: string, text: string): Promise<readonly FolderItem[]>;
  file(folder: string, path: string): Promise<SentFile>;
  read(file: SentFile, start: number, end: number): AsyncIterable<Buffer>;
  save(folder: string, path: string, file: { readonly name: string; readonly bytes: Buffer }): Promise<void>;
  delete(folder: string, path: string): Promise<void>;
}

/** The dependencies of `MediaLibrary`. */
export interface MediaLibraryParts {
  readonly files: MediaFiles;
  readonly entities: Pick<Entities, 'get'>;
  readonly states: Pick<StateMachine, 'all' | 'get'>;
}

/** An item of the tree of media, as clients show it [frontend facts §10]. */
export interface MediaNode {
  readonly title: string;
  readonly media_class: string;
  readonly media_content_type: string;
  readonly media_content_id: string;
  readonly children_media_class: string | null;
  readonly can_play: boolean;
  readonly can_expand: boolean;
  readonly can_search: boolean;
  readonly thumbnail: string | null;
  readonly not_shown?: number;
  readonly children?: readonly MediaNode[];
}

/** Where media is; `path` is of a file, `entityId` of a picture. */
type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'file'; readonly folder: string; readonly path: string }
  | {
      readonly kind: 'entities';
      readonly domain: (typeof PICTURED)[number];
      readonly entityId: string | undefined;
    };

/** The media that clients browse and play: files of the media folders, and pictures of cameras and images. */
export class MediaLibrary {
  private readonly parts: MediaLibraryParts;

  constructor(parts: MediaLibraryParts) {
    this.parts = parts;
  }

  /** An item with its children. Throws `browse_media_failed` for an unknown one. */
  browse(id: string, access: Access): Promise<MediaNode> {
    return orFail('browse_media_failed', async () => {
      const place = this.placeOf(id, access);
      if (place.kind === 'root') return this.root(access);
      if (place.kind === 'entities') {
        if (place.entityId !== undefined) throw unknown(id);
        return { ...entitiesNode(place.domain), children: this.entityNodes(place.domain, access) };
      }
      const { folder, path } = place;
      const { items, more } = await this.parts.files.children(folder, path).catch((error) => {
        // The folder of the home is made when something is first saved in it.
        if (folder === 'local' && path === '') return { items: [], more: 0 };
        throw error;
      });
      const title = path === '' ? folder : (path.split('/').at(-1) ?? path);
      const node = fileNode({ folder, path, name: title, type: null });
      return { ...node, not_shown: more, children: items.map(fileNode) };
    });
  }

  /** The items below one whose name contains a text. Throws `search_media_failed` for an unknown one. */
  search(
    id: string,
    text: string,
    classes: readonly string[] | undefined,
    access: Access,
  ): Promise<MediaNode[]> {
    return orFail('search_media_failed', async () => {
      const place = this.placeOf(id, access);
      if (place.kind !== 'file') throw fault('not_found', 'media_not_searchable');
      const found = await this.parts.files.search(place.folder, place.path, text);
      return found
        .map(fileNode)
        .filter(({ media_class: one }) => classes === undefined || classes.includes(one))
        .sort((a, b) => (a.title < b.title ? -1 : 1));
    });
  }

  /** The path from which a client plays an item, still to be signed, and its type. Throws `resolve_media_failed`. */
  resolve(id: string, access: Access): Promise<{ readonly path: string; readonly type: string }> {
    return orFail('resolve_media_failed', async () => {
      const place = this.placeOf(id, access);
      if (place.kind === 'file') {
        const { folder, path } = place;
        const { type } = await this.parts.files.file(folder, path);
        return { path: mediaPath(folder, path), type };
      }
      if (place.kind === 'root' || place.entityId === undefined) throw unknown(id);
      const isCamera = place.domain === 'camera';
      const route = isCamera ? 'camera_proxy_stream' : 'image_proxy';
      return { path: `/api/${route}/${place.entityId}`, type: 'image/jpeg' };
    });
  }

  /** The place of a file or folder. Throws `invalid_format` for the ID of anything else. */
  folderOf(id: string, access: Access): { readonly folder: string; readonly path: string } {
    const place = this.placeOf(id, access);
    if (place.kind !== 'file') throw fault('invalid_format', 'media_not_a_file', { id: id.slice(0, 200) });
    return place;
  }

  private root(access: Access): MediaNode {
    const isWhole = access.mayRead === null;
    const nodes = [
      ...(isWhole ? this.parts.files.names() : []).map((name) =>
        fileNode({ folder: name, path: '', name: name === 'local' ? 'My media' : name, type: null }),
      ),
      ...PICTURED.filter((domain) => this.entityNodes(domain, access).length > 0).map(entitiesNode),
    ];
    return {
      ...folder('Media', SCHEME, 'app'),
      ...{ media_content_type: 'apps', can_search: false, not_shown: 0, children: nodes },
    };
  }

  private placeOf(id: string, access: Access): Place {
    const [isMatched, domain, rest] = IDENTIFIER.exec(id === '' ? SCHEME : id) ?? [];
    if (isMatched === undefined) throw unknown(id);
    if (domain === undefined) return { kind: 'root' };
    const pictured = PICTURED.find((one) => one === domain);
    if (pictured !== undefined) {
      if (rest !== undefined && !this.hasPictureFor(rest, pictured, access)) throw unknown(id);
      return { kind: 'entities', domain: pictured, entityId: rest };
    }
    // Files may show anything of the home.
    if (domain !== 'media_source' || access.mayRead !== null) throw unknown(id);
    const [folderName = 'local', ...parts] = (rest ?? 'local').split('/');
    return { kind: 'file', folder: folderName, path: parts.join('/') };
  }

  private hasPictureFor(id: string, domain: string, access: Access): boolean {
    const entity = this.parts.entities.get(id);
    return entity?.domain.name === domain && hasPicture(entity) && sees(access, id);
  }

  private entityNodes(domain: (typeof PICTURED)[number], access: Access): MediaNode[] {
    const nodes: MediaNode[] = [];
    for (const { entity_id: id, attributes } of this.parts.states.all()) {
      if (!id.startsWith(`${domain}.`) || !this.hasPictureFor(id, domain, access)) continue;
      nodes.push({
        ...folder(
          String(attributes.friendly_name ?? id),
          `${SCHEME}${domain}/${id}`,
          domain === 'camera' ? 'video' : 'image',
        ),
        ...{ media_content_type: 'image/jpeg', children_media_class: null },
        ...{ can_play: true, can_expand: false, can_search: false },
        thumbnail: typeof attributes.entity_picture === 'string' ? attributes.entity_picture : null,
      });
    }
    return nodes.sort((a, b) => (a.title < b.title ? -1 : 1));
  }
}

/** The path of a media file on this server. */
function mediaPath(folder: string, path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return folder === 'local'
    ? `/media/local/${encoded}`
    : `/media/folder/${encodeURIComponent(folder)}/${encoded}`;
}

function fileNode({ folder: name, path, name: title, type }: FolderItem): MediaNode {
  const id = `${SCHEME}media_source/${name}${path === '' ? '' : `/${path}`}`;
  if (type === null) return folder(title, id, 'directory');
  return {
    ...folder(title, id, CLASSES[type.split('/')[0] ?? ''] ?? 'directory'),
    ...{ media_content_type: type, children_media_class: null },
    ...{ can_play: true, can_expand: false, can_search: false },
  };
}

function entitiesNode(domain: (typeof PICTURED)[number]): MediaNode {
  const node = folder(domain === 'camera' ? 'Camera' : 'Image', `${SCHEME}${domain}`, 'app');
  return {
    ...node,
    media_content_type: 'app',
    can_search: false,
    children_media_class: domain === 'camera' ? 'video' : 'image',
  };
}

function folder(title: string, id: string, mediaClass: string): MediaNode {
  return {
    ...{ title, media_class: mediaClass, media_content_type: '', media_content_id: id },
    ...{ children_media_class: mediaClass === 'app' ? 'app' : 'directory' },
    ...{ can_play: false, can_expand: true, can_search: true, thumbnail: null },
  };
}

function unknown(id: string): HubError {
  return fault('not_found', 'media_not_found', { path: id.slice(0, 200) });
}

/** Home Assistant has codes of its own for what fails here. */
async function orFail<T>(
  code: 'browse_media_failed' | 'search_media_failed' | 'resolve_media_failed',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HubError && error.code === 'not_found') throw withCode(code, error);
    throw error;
  }
}
