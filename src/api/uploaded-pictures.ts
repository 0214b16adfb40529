import { z } from 'zod';
import { IsoTime, object } from './shapes/plain-shapes.ts';

/** An uploaded picture, without its content. */
export interface UploadedPicture {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly filesize: number;
  readonly uploaded_at: string;
  /** The user who uploaded it. */
  readonly owner: string;
}

/** The pictures that users upload for areas and persons. */
export interface UploadedPictures {
  /** The most bytes of a picture. */
  readonly maxBytes: number;
  list(): readonly UploadedPicture[];
  /** Adds a picture; resolves when it is durable. Throws `invalid_format` for what is no picture. */
  add(
    file: { readonly name: string; readonly bytes: Buffer },
    owner: { readonly id: string; readonly isAdmin: boolean },
  ): Promise<UploadedPicture>;
  /** These three throw `not_found` for an unknown ID. */
  read(id: string): Promise<{ readonly type: string; readonly bytes: Buffer }>;
  rename(id: string, name: string): Promise<UploadedPicture>;
  delete(id: string): Promise<void>;
}

export const PictureShape = object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  filesize: z.number(),
  uploaded_at: IsoTime,
}).meta({ id: 'UploadedPicture' });

/** A picture as clients see it, without the user who uploaded it. */
export function showPicture({ owner: _, ...picture }: UploadedPicture): Omit<UploadedPicture, 'owner'> {
  return picture;
}
