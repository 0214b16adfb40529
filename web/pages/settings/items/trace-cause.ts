import type { TextKey } from '../../../texts/catalog.ts';
import { say } from '../../../texts/say.ts';

/** The server's English texts for the cause of a run, and their translations. */
const CAUSES: readonly (readonly [RegExp, TextKey])[] = [
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

/** The cause of a run in the app's language; unknown texts are returned unchanged. */
export function causeText(said: string): string {
  for (const [pattern, word] of CAUSES) {
    const found = pattern.exec(said);
    if (found !== null) return say(word, { what: found[1] ?? '', where: found[2] ?? '' });
  }
  return said;
}
