import { textOf, type Word } from './catalog.ts';
import { say } from './say.ts';

/** What a kind of entity is called; its own name where there is no word for it. */
export function domainName(domain: string): string {
  return wordOr(`domain.${domain}`, plain(domain));
}

/** The text of a name that was put together; another where there is none of that name. */
export function wordOr(name: string, otherwise: string): string {
  return isWord(name) ? say(name) : otherwise;
}

/** A name of the wire as people write it: `heat_cool` is "heat cool". */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Whether there is a text of this name. */
function isWord(text: string): text is Word {
  return textOf(text) !== undefined;
}
