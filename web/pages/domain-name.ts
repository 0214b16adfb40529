import { say } from '../words/say.ts';
import { WORDS, type Word } from '../words/table.ts';

/** What a kind of entity is called; its own name where there is no word for it. */
export function domainName(domain: string): string {
  const word = `domain.${domain}`;
  return isWord(word) ? say(word) : domain.replaceAll('_', ' ');
}

/** Whether there is a text of this name. */
export function isWord(text: string): text is Word {
  return Object.hasOwn(WORDS, text);
}
