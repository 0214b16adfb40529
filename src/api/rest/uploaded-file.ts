import { fault } from '../../core/errors.ts';
import type { RestRequest } from './route.ts';

/** A file that a form uploads, with the other fields of the form. */
export interface UploadedFile {
  /** As the client calls it, without a folder. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly fields: ReadonlyMap<string, string>;
}

/** The file in the field `file` of a `multipart/form-data` form. Throws `invalid_format` without one. */
export async function uploadedFile({ headers, body }: RestRequest): Promise<UploadedFile> {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw fault('invalid_format', 'upload_is_not_a_form');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((error: unknown) => {
      throw fault('invalid_format', 'upload_is_not_a_form', {}, { cause: error });
    });
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw fault('invalid_format', 'upload_has_no_file');
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    name: file.name.split(/[/\\]/).at(-1) ?? '',
    bytes: Buffer.from(await file.arrayBuffer()),
    fields: new Map(fields),
  };
}
