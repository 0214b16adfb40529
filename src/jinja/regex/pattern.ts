import { regexOf } from './regex.ts';

/** Whether a text begins as a pattern of Python's `re` says. A broken pattern, or one that takes too long, fits nothing. */
export function beginsLike(pattern: string, text: string): boolean {
  try {
    return regexOf(pattern, false).on(text).matchAt(0) !== undefined;
  } catch {
    return false;
  }
}

/** Whether the text is such a pattern at all. */
export function isPattern(pattern: string): boolean {
  try {
    return regexOf(pattern, false) !== undefined;
  } catch {
    return false;
  }
}
