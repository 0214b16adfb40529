import { isUtf8 } from 'node:buffer';

/** Nesting beyond this is refused: what reads it later by recursion must not run out of stack. */
const DEEPEST = 500;
const MAY_OVERFLOW = /\d[eE]\+?\d{3}|\d{200}/;

/** Parses JSON of a caller. Throws `SyntaxError` also for numbers no double holds and for absurd nesting. */
export function parseJsonText(text: string): unknown {
  if (text.length >= 2 * DEEPEST && depthOf(text) > DEEPEST)
    throw new SyntaxError('JSON is nested too deeply');
  const value: unknown = JSON.parse(text);
  if (MAY_OVERFLOW.test(text)) refuseInfinity(value);
  return value;
}

/** The text of a body; undefined when it is not UTF-8. */
export function utf8Text(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}

/** The place of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}

function refuseInfinity(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new SyntaxError('A number is too large');
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) refuseInfinity(item);
}
