import { createHash } from 'node:crypto';

/** The difference of two texts of a file; null where there is no file. */
export interface FileSplice {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** Fingerprints of the whole texts. */
  readonly hashBefore: string | null;
  readonly hashAfter: string | null;
}

/** A hash that identifies a text. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Where a text of a file was changed. */
export function spliceOf(before: string | null, after: string | null): FileSplice {
  const [was, is] = [before ?? '', after ?? ''];
  const most = Math.min(was.length, is.length);
  let at = 0;
  while (at < most && was.charCodeAt(at) === is.charCodeAt(at)) at += 1;
  let rest = 0;
  while (rest < most - at && was.charCodeAt(was.length - 1 - rest) === is.charCodeAt(is.length - 1 - rest))
    rest += 1;
  return {
    at,
    before: was.slice(at, was.length - rest),
    after: is.slice(at, is.length - rest),
    hashBefore: before === null ? null : fingerprint(before),
    hashAfter: after === null ? null : fingerprint(after),
  };
}

/** The opposite change. */
export function reversed({ at, before, after, hashBefore, hashAfter }: FileSplice): FileSplice {
  return { at, before: after, after: before, hashBefore: hashAfter, hashAfter: hashBefore };
}

/** Makes a change in a text as it was before; undefined if it is another text. The outcome may be no file: null. */
export function applySplice(text: string | null, splice: FileSplice): string | null | undefined {
  if ((text === null ? null : fingerprint(text)) !== splice.hashBefore) return undefined;
  if (splice.hashAfter === null) return null;
  const old = text ?? '';
  const changed = old.slice(0, splice.at) + splice.after + old.slice(splice.at + splice.before.length);
  return fingerprint(changed) === splice.hashAfter ? changed : undefined;
}
