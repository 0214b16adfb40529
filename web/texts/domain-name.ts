import { type TextKey, textOf } from './catalog.ts';
import { say } from './say.ts';

/** The displayed name of a domain; its ID if there is no text for it. */
export function domainName(domain: string): string {
  return wordOr(`domain.${domain}`, plain(domain));
}

/** The text of a computed key, or a fallback if there is none. */
export function wordOr(name: string, otherwise: string): string {
  return isWord(name) ? say(name) : otherwise;
}

/** A name on the wire as people write it: `heat_cool` is "heat cool". */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Whether there is a text with this key. */
function isWord(text: string): text is TextKey {
  return textOf(text) !== undefined;
}
