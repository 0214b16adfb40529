import type { Connection } from 'home-assistant-js-websocket';
import { RestRefusal, request } from './rest.ts';

interface UploadState {
  readonly upload_id: string;
  readonly received: number;
}

const PART_BYTES = 4 * 1024 * 1024;
/** How often a part is tried, and how long to wait in between, in milliseconds. */
const TRIES = 30;
const PAUSE = 2000;

/**
 * Sends a file to the server in parts and returns the ID of the upload. A lost connection is waited for, and the upload
 * goes on where it was. `onProgress` gets the part that has arrived, from 0 to 1.
 */
export async function uploadFile(
  connection: Connection,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  const begun = await request(connection, 'POST', '/api/hearth/upload', { bytes: file.size });
  let { upload_id: id, received } = begun as UploadState;
  const path = `/api/hearth/upload/${id}`;
  for (let failures = 0; received < file.size; ) {
    onProgress(received / file.size);
    try {
      const part = file.slice(received, received + PART_BYTES);
      ({ received } = await send(connection, `${path}?offset=${received}`, part));
      failures = 0;
    } catch (error) {
      failures += 1;
      const isLasting = error instanceof RestRefusal && error.status !== 409 && error.status < 500;
      if (isLasting || failures > TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      ({ received } = (await request(connection, 'GET', path).catch(() => ({ received }))) as UploadState);
    }
  }
  onProgress(1);
  return id;
}

async function send(connection: Connection, path: string, part: Blob): Promise<UploadState> {
  return (await request(connection, 'PUT', path, part)) as UploadState;
}
