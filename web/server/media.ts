import type { Connection } from 'home-assistant-js-websocket';
import type { Media } from '../media/media-item.ts';
import { upload } from './rest.ts';

/** A path from which an item is played, and its content type. */
export interface Playable {
  readonly url: string;
  readonly mime_type: string;
}

/** Opens a folder of the home's media; the root without an ID. */
export const browseMedia = (connection: Connection, id: string): Promise<Media> =>
  connection.sendMessagePromise({ type: 'media_source/browse_media', media_content_id: id });

/** Searches below a folder. */
export async function searchMedia(
  connection: Connection,
  id: string,
  text: string,
): Promise<readonly Media[]> {
  const { result } = await connection.sendMessagePromise<{ readonly result: readonly Media[] }>({
    ...{ type: 'media_source/search_media', media_content_id: id, search_query: text },
  });
  return result;
}

/** From where an item is played. */
export const resolveMedia = (connection: Connection, id: string): Promise<Playable> =>
  connection.sendMessagePromise({ type: 'media_source/resolve_media', media_content_id: id });

/** Saves a file in a folder of media. */
export const uploadMedia = (connection: Connection, folderId: string, file: File): Promise<unknown> =>
  upload(connection, '/api/media_source/local_source/upload', file, { media_content_id: folderId });

/** Deletes a media file. */
export const removeMedia = (connection: Connection, id: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'media_source/local_source/remove', media_content_id: id });
