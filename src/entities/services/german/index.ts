import { GERMAN_OF_DEVICES } from './devices.ts';
import { GERMAN_OF_THE_HOME } from './house.ts';
import { GERMAN_TITLES } from './titles.ts';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GERMAN_OF_DEVICES),
  ...Object.entries(GERMAN_OF_THE_HOME),
]);
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(GERMAN_TITLES));

/**
 * The German description of a service or field; other texts, such as those of users, are returned unchanged.
 */
export function germanOf(sentence: string): string {
  return SENTENCES.get(sentence) ?? sentence;
}

/** The German title of a service or field. */
export function germanTitleOf(title: string): string {
  return TITLES.get(title) ?? title;
}
