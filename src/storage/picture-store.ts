import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, isoTime } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';
import type { Collection } from './documents.ts';

/** An uploaded picture, without its content. */
export const StoredPicture = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  filesize: z.number(),
  uploaded_at: z.string(),
  /** The user who uploaded it. */
  owner: z.string(),
});
export type StoredPicture = z.infer<typeof StoredPicture>;

const MAX_PICTURE = 10 * 1024 * 1024;
const MAX_PICTURES = 1000;
/** The most pictures of a user who is no administrator. */
const MAX_OWN_PICTURES = 5;

/** How files of each type begin. What a client says about its file is not believed. */
const BEGINNINGS: readonly (readonly [type: string, hex: string])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
];

/** The pictures that users upload for areas and persons, in the folder `images` of the data folder. */
export class PictureStore {
  readonly maxBytes = MAX_PICTURE;
  private readonly folder: string;
  private readonly store: Collection<StoredPicture>;
  private readonly clock: Clock;

  constructor(folder: string, store: Collection<StoredPicture>, clock: Clock) {
    this.folder = folder;
    this.store = store;
    this.clock = clock;
  }

  list(): StoredPicture[] {
    return [...this.store.entries.values()];
  }

  /** Throws `not_found` for an unknown ID. */
  get(id: string): StoredPicture {
    const picture = this.store.entries.get(id);
    if (picture === undefined) throw fault('not_found', 'picture_not_found', { id: id.slice(0, 100) });
    return picture;
  }

  /** The content of a picture. Throws `not_found` for an unknown ID. */
  async read(id: string): Promise<{ readonly type: string; readonly bytes: Buffer }> {
    const { content_type } = this.get(id);
    try {
      return { type: content_type, bytes: await readFile(join(this.folder, id)) };
    } catch (error) {
      throw fault('not_found', 'picture_not_found', { id }, { cause: error });
    }
  }

  /** Adds a picture; resolves when it is durable. Throws `invalid_format` for what is no PNG, JPEG or GIF. */
  async add(
    { name, bytes }: { readonly name: string; readonly bytes: Buffer },
    owner: { readonly id: string; readonly isAdmin: boolean },
  ): Promise<StoredPicture> {
    const start = bytes.subarray(0, 8).toString('hex');
    const type = BEGINNINGS.find(([, beginning]) => start.startsWith(beginning))?.[0];
    if (type === undefined) throw fault('invalid_format', 'picture_type_unknown');
    if (bytes.length > MAX_PICTURE) throw fault('too_large', 'picture_too_large', { max: MAX_PICTURE });
    const own = this.list().filter((picture) => picture.owner === owner.id);
    if (this.store.entries.size >= MAX_PICTURES || (!owner.isAdmin && own.length >= MAX_OWN_PICTURES))
      throw fault('too_many_requests', 'too_many_pictures', {
        max: owner.isAdmin ? MAX_PICTURES : MAX_OWN_PICTURES,
      });
    const id = randomBytes(16).toString('hex');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFileAtomically(join(this.folder, id), bytes);
    const picture = {
      ...{ id, name: name.slice(0, 255), content_type: type, filesize: bytes.length },
      ...{ uploaded_at: isoTime(this.clock.now()), owner: owner.id },
    };
    await this.store.put(id, picture);
    return picture;
  }

  /** Renames a picture. Throws `not_found` for an unknown ID. */
  async rename(id: string, name: string): Promise<StoredPicture> {
    const picture = { ...this.get(id), name: name.slice(0, 255) };
    await this.store.put(id, picture);
    return picture;
  }

  /** Deletes a picture. Throws `not_found` for an unknown ID. */
  async delete(id: string): Promise<void> {
    this.get(id);
    await this.store.delete(id);
    await rm(join(this.folder, id), { force: true });
  }

  /** Removes files of uploads and deletions that a crash interrupted. */
  async sweep(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names)
      if (!this.store.entries.has(name)) await rm(join(this.folder, name), { force: true });
  }
}
