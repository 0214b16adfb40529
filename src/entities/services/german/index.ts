import { GERMAN_OF_DEVICES } from './devices.ts';
import { GERMAN_OF_THE_HOUSE } from './house.ts';
import { GERMAN_TITLES } from './titles.ts';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GERMAN_OF_DEVICES),
  ...Object.entries(GERMAN_OF_THE_HOUSE),
]);
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(GERMAN_TITLES));

/** What a service or a field does, in German; what people wrote themselves stays as it is. */
export function germanOf(sentence: string): string {
  return SENTENCES.get(sentence) ?? sentence;
}

/** The title of a service or a field in German. */
export function germanTitleOf(title: string): string {
  return TITLES.get(title) ?? title;
}
