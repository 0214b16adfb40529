import { spend } from './work-meter.ts';

/**
 * Longer parts are searched with a table in linear time; the platform's own search may take quadratic time.
 */
const LONG = 32;
/** Code units searched between two charges. */
const WINDOW = 8192;

/**
 * The platform finds a few characters about four times as fast as it compares many; a unit is 2 to the power
 * of this many code units.
 */
function costOf(part: string): number {
  return part.length > 4 ? 5 : 7;
}

/** The first index of a part from a position on, or -1. Charges its work on the way. */
export function findText(text: string, part: string, from = 0): number {
  if (text.length - from <= 64) return text.indexOf(part, from);
  if (part.length > LONG) return findLong(text, part, from);
  const last = text.length - part.length;
  for (let at = from; at <= last; at += WINDOW) {
    const stop = Math.min(at + WINDOW, last + 1);
    const found = text.slice(at, stop + part.length - 1).indexOf(part);
    spend((found < 0 ? stop - at : found) >> costOf(part));
    if (found >= 0) return at + found;
  }
  return -1;
}

/** The last index of a part, or -1. */
export function findTextLast(text: string, part: string): number {
  if (text.length <= 64) return text.lastIndexOf(part);
  if (part.length > LONG) {
    const found = findLong(backward(text), backward(part), 0);
    return found < 0 ? -1 : text.length - found - part.length;
  }
  for (let stop = text.length - part.length + 1; stop > 0; stop -= WINDOW) {
    const at = Math.max(0, stop - WINDOW);
    spend((stop - at) >> costOf(part));
    const found = text.slice(at, stop + part.length - 1).lastIndexOf(part);
    if (found >= 0) return at + found;
  }
  return -1;
}

/** Splits a text at a non-empty separator. */
export function splitText(text: string, part: string, max = Number.POSITIVE_INFINITY): string[] {
  const result: string[] = [];
  let at = 0;
  while (result.length < max) {
    const found = findText(text, part, at);
    if (found < 0) break;
    spend(1);
    result.push(text.slice(at, found));
    at = found + part.length;
  }
  result.push(text.slice(at));
  return result;
}

/** Knuth-Morris-Pratt: visits each character of the text once. */
function findLong(text: string, part: string, from: number): number {
  if (part.length > text.length - from) return -1;
  const table = borders(part);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    if ((at & 1023) === 0) spend(128);
    const code = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = table[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched += 1;
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/**
 * The prefix table of a part: for each prefix, the length of its longest proper prefix that is also its
 * suffix.
 */
function borders(part: string): Int32Array {
  const table = new Int32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at += 1) {
    if ((at & 1023) === 0) spend(128);
    const code = part.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = table[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched += 1;
    table[at] = matched;
  }
  return table;
}

/** Reverses the code units. */
function backward(text: string): string {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[text.length - 1 - at] = text.charCodeAt(at);
  spend(text.length >> 4);
  let result = '';
  for (let at = 0; at < units.length; at += WINDOW)
    result += String.fromCharCode(...units.subarray(at, at + WINDOW));
  return result;
}
