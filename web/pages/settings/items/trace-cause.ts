import type { Word } from '../../../words/catalog.ts';
import { say } from '../../../words/say.ts';

/** How the server says what set a run off, with what it names behind it, and the word of the app for it. */
const CAUSES: readonly (readonly [RegExp, Word])[] = [
  [/^state of (.+)$/s, 'cause_of.state'],
  [/^numeric state of (.+)$/s, 'cause_of.numeric_state'],
  [/^event '(.+)'$/s, 'cause_of.event'],
  [/^mqtt topic (.+)$/s, 'cause_of.mqtt'],
  [/^time remaining of (.+)$/s, 'cause_of.remaining'],
  [/^calendar event of (.+)$/s, 'cause_of.calendar'],
  [/^geo_location - (.+)$/s, 'cause_of.geo'],
  [/^time pattern$/, 'cause_of.pattern'],
  [/^time$/, 'cause_of.time'],
  [/^sunrise/, 'cause_of.sunrise'],
  [/^sunset/, 'cause_of.sunset'],
  [/^webhook$/, 'cause_of.webhook'],
  [/^Tag scanned$/, 'cause_of.tag'],
  [/^moon phase changed$/, 'cause_of.moon'],
  [/^(.+) entering (.+)$/s, 'cause_of.entering'],
  [/^(.+) leaving (.+)$/s, 'cause_of.leaving'],
];

/** What set a run off, in the language of the app; what there is no word for is told as the server says it. */
export function causeText(said: string): string {
  for (const [pattern, word] of CAUSES) {
    const found = pattern.exec(said);
    if (found !== null) return say(word, { what: found[1] ?? '', where: found[2] ?? '' });
  }
  return said;
}
