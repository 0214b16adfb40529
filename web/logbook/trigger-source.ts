import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';

/** The phrases of the server's triggers; a group in one is an entity or another name. */
const PHRASES: readonly (readonly [RegExp, TextKey])[] = [
  [/^(?:numeric )?state of (\S+)$/, 'logbook.source_entity'],
  [/^(\S+\.\S+) via template$/, 'logbook.source_entity'],
  [/^time change or manual update via template$/, 'logbook.source_template'],
  [/^time set in (\S+)$/, 'logbook.source_time_of'],
  [/^time$/, 'logbook.source_time'],
  [/^time pattern$/, 'logbook.source_time_pattern'],
  [/^time remaining of (\S+)$/, 'logbook.source_entity'],
  [/^calendar event of (\S+)$/, 'logbook.source_entity'],
  [/^todo item \w+ in (\S+)$/, 'logbook.source_entity'],
  [/^(?:sun )?(?:sun)?rise(?: with offset)?$/, 'logbook.source_sunrise'],
  [/^(?:sun )?(?:sun)?set(?: with offset)?$/, 'logbook.source_sunset'],
  [/^(\S+\.\S+) entering (.+)$/, 'logbook.source_entering'],
  [/^(\S+\.\S+) leaving (.+)$/, 'logbook.source_leaving'],
  [/^mqtt topic (.+)$/, 'logbook.source_mqtt'],
  [/^event '(.+)'$/, 'logbook.source_event'],
  [/^webhook$/, 'logbook.source_webhook'],
  [/^Tag scanned$/, 'logbook.source_tag'],
  [/^Home Assistant starting$/, 'logbook.source_start'],
  [/^Home Assistant stopping$/, 'logbook.source_stop'],
];

/** What triggered an automation, in the language of the app; the server's own words if they are not known. */
export function sourceText(home: Pick<HomeStore, 'entity'>, source: string): string {
  for (const [phrase, key] of PHRASES) {
    const match = phrase.exec(source);
    if (match === null) continue;
    const [, subject = '', place = ''] = match;
    const entity = home.entity(subject);
    return say(key, { name: entity === undefined ? subject : nameOf(entity), place });
  }
  return source;
}

/** The entity that triggered an automation, if one did. */
export function sourceEntity(source: string | null | undefined): string | undefined {
  return /^(?:numeric )?state of (\S+)$/.exec(source ?? '')?.[1];
}
