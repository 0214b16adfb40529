import { fault } from '../core/errors.ts';

/** Headers that may occur once, by length: a forwarding proxy might use the other of two [RFC 9112 §3.2]. */
const SINGLE: ReadonlyMap<number, string> = new Map(
  ['host', 'origin', 'authorization'].map((name) => [name.length, name]),
);

/** Throws `invalid_format` if `Host`, `Origin` or `Authorization` occurs twice. Takes Node's raw headers. */
export function rejectDuplicateHeaders(rawHeaders: readonly string[]): void {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    const name = SINGLE.get(given.length);
    if (name === undefined || given.toLowerCase() !== name) continue;
    const bit = 1 << given.length;
    if ((seen & bit) !== 0) throw fault('invalid_format', 'duplicate_header', { name });
    seen |= bit;
  }
}
