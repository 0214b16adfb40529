import { regexOf } from './regex.ts';

/**
 * Whether the start of a text matches a pattern of Python's `re`. An invalid pattern, or one that takes too
 * long, does not match.
 */
export function beginsLike(pattern: string, text: string): boolean {
  try {
    return regexOf(pattern, false).on(text).matchAt(0) !== undefined;
  } catch {
    return false;
  }
}

/** Whether the text is a valid pattern. */
export function isPattern(pattern: string): boolean {
  try {
    return regexOf(pattern, false) !== undefined;
  } catch {
    return false;
  }
}
