import { stateText } from '../cards/state-text.ts';
import { domainOf, type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { plain } from '../texts/domain-name.ts';
import { say } from '../texts/say.ts';
import { changeText } from './change-text.ts';
import { type LogbookEntry, timeOf } from './logbook-entry.ts';
import { sourceText } from './trigger-source.ts';

/** An entry in words: `before`, the name of what it is about, and `after`. */
export interface Sentence {
  readonly before: string;
  readonly name: string;
  readonly after: string;
}

/** What sentences are made with. */
export interface Narrator {
  readonly home: HomeStore;
  /** The name of a user, if the viewer may know it. */
  readonly userName: (id: string) => string | undefined;
}

/** Stands for the name while a sentence is put together; names themselves cannot contain it. */
const NAME = '\u0000';

/** An entry as a sentence. It names only what the server named to this user. */
export function sentenceOf(entry: LogbookEntry, narrator: Narrator): Sentence {
  const what = entry.state === undefined ? eventText(entry, narrator) : stateChangeText(entry, narrator);
  const whole =
    (entry.state === undefined && !isRun(entry)) || isEndOfScript(entry)
      ? what
      : withCause(what, entry, narrator);
  const [before = '', ...after] = whole.split(NAME);
  return { before, name: subjectOf(entry, narrator), after: after.join('') };
}

/** A sentence as plain text. */
export function plainSentence({ before, name, after }: Sentence): string {
  return `${before}${name}${after}`;
}

/** Whether an entry is about a run of an automation or script. */
export function isRun({ state, run_id: run }: LogbookEntry): boolean {
  return state === undefined && run !== undefined;
}

/** The entity of an entry as it was then; undefined if there is none any more. */
export function pastEntity(entry: LogbookEntry, home: HomeStore): Entity | undefined {
  const entity = home.entity(entry.entity_id ?? '');
  if (entity === undefined || entry.state === undefined) return entity;
  // Values of now, such as a brightness, say nothing about then.
  const { friendly_name, device_class, icon, unit_of_measurement, state_class } = entity.attributes;
  const event_type = entry.attributes?.event_type;
  const kept = { friendly_name, device_class, icon, unit_of_measurement, state_class, event_type };
  const attributes = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const at = timeOf(entry) / 1000;
  return { ...entity, state: entry.state, attributes, last_changed: at, last_updated: at };
}

function subjectOf(entry: LogbookEntry, { home }: Narrator): string {
  const entity = home.entity(entry.entity_id ?? '');
  // Messages have the name that their writer gave.
  const given = entry.domain === 'homeassistant' ? say('logbook.server') : entry.name;
  const name = entry.state === undefined && !isRun(entry) ? given : undefined;
  return name ?? (entity === undefined ? (entry.name ?? entry.entity_id ?? '') : nameOf(entity));
}

function stateChangeText(entry: LogbookEntry, { home }: Narrator): string {
  const entity = pastEntity(entry, home);
  if (entity === undefined) return say('logbook.changed', { name: NAME, state: clean(entry.state) });
  if (entity.domain === 'event') {
    const event = entity.attributes.event_type;
    return say('logbook.event', { name: NAME, event: clean(typeof event === 'string' ? plain(event) : '') });
  }
  const key = changeText(entity);
  if (key !== undefined) return say(key, { name: NAME });
  return say('logbook.changed', { name: NAME, state: clean(stateText(entity, home)) });
}

const SERVER: Readonly<Record<string, TextKey>> = {
  started: 'logbook.server_started',
  stopped: 'logbook.server_stopped',
};

function eventText(entry: LogbookEntry, { home }: Narrator): string {
  const { domain, message = '', source } = entry;
  if (isRun(entry) && domain === 'automation')
    return source == null
      ? say('logbook.automation_ran', { name: NAME })
      : say('logbook.automation_triggered', { name: NAME, trigger: clean(sourceText(home, source)) });
  if (isRun(entry)) return say('logbook.script_ran', { name: NAME });
  const server = domain === 'homeassistant' ? SERVER[message] : undefined;
  return server === undefined ? `${NAME} ${clean(message)}` : say(server, { name: NAME });
}

function withCause(what: string, entry: LogbookEntry, narrator: Narrator): string {
  const { home } = narrator;
  const { context_event_type: type, context_name: name, context_source: source } = entry;
  if (type === 'automation_triggered') {
    if (name === undefined) return say('logbook.by_an_automation', { what });
    const cause = clean(nameOfCause(entry, home));
    if (source === undefined) return say('logbook.by_automation', { what, cause });
    return say('logbook.by_automation_triggered', { what, cause, trigger: clean(sourceText(home, source)) });
  }
  if (type === 'script_started')
    return name === undefined
      ? say('logbook.by_a_script', { what })
      : say('logbook.by_script', { what, cause: clean(nameOfCause(entry, home)) });
  // The trigger is what matters, not who moved in front of a sensor.
  if (isRun(entry) && entry.source != null) return what;
  const user = entry.context_user_id === undefined ? undefined : narrator.userName(entry.context_user_id);
  if (user !== undefined) return say('logbook.by', { what, cause: clean(user) });
  // A run names what triggered it itself.
  if (entry.context_state !== undefined && entry.source == null)
    return say('logbook.after', { what, cause: clean(nameOfCause(entry, home)) });
  return what;
}

/** The present name, which users know, of what led to an entry. */
function nameOfCause(
  { context_entity_id: id = '', context_name: name }: LogbookEntry,
  home: HomeStore,
): string {
  const entity = home.entity(id);
  return entity === undefined ? (name ?? id) : nameOf(entity);
}

function clean(text = ''): string {
  return text.replaceAll(NAME, '');
}

/** Who started a script does not end it. */
function isEndOfScript({ entity_id: id = '', state }: LogbookEntry): boolean {
  return state === 'off' && domainOf(id) === 'script';
}

/** Whether an entry repeats another: a script that starts is an entry as a run and as a change. */
export function isRepeated({ entity_id: id = '', state }: LogbookEntry): boolean {
  return state === 'on' && domainOf(id) === 'script';
}
