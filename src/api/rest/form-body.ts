import type { RestRequest } from './route.ts';

/**
 * The fields of an `application/x-www-form-urlencoded` or `multipart/form-data` form. Null if the body is not
 * a form, or has a duplicate field or a file, which OAuth 2.0 forbids at the token endpoint.
 */
export async function formBody(request: RestRequest): Promise<ReadonlyMap<string, string> | null> {
  const type = request.headers['content-type'] ?? '';
  try {
    const entries = /^multipart\/form-data\b/i.test(type)
      ? [
          ...(await new Response(new Uint8Array(request.body), {
            headers: { 'content-type': type },
          }).formData()),
        ]
      : [...new URLSearchParams(request.text('body_is_not_a_form'))];
    const fields = new Map<string, string>();
    for (const [name, value] of entries) {
      if (typeof value !== 'string' || fields.has(name)) return null;
      fields.set(name, value);
    }
    return fields;
  } catch {
    return null;
  }
}
