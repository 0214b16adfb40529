import { isoTime } from '../../core/clock.ts';
import { objectIdOf } from '../../core/entity-id.ts';
import { describeEvent, domainOfEvent } from './describe-event.ts';
import type { LoggedEvent } from './logged-event.ts';
import { isEvent, type LogbookRow, type Origins } from './origins.ts';
import { type Sight, visibleEvent, visibleUser } from './sight.ts';
import type { StateRow } from './state-row.ts';

/** How entries are written. */
export interface EntryForm {
  readonly sight: Sight;
  /** REST has names of entities and times in ISO 8601; the WebSocket has neither. */
  readonly style: 'rest' | 'websocket';
  /** The names of the entities that have one. */
  readonly names: ReadonlyMap<string, string>;
}

/** Writes rows as entries, as JSON text. */
export class EntryWriter {
  private readonly form: EntryForm;
  /** What an entry says about the entity, by its ID. */
  private readonly entities = new Map<string, string>();

  constructor(form: EntryForm) {
    this.form = form;
  }

  /**
   * The JSON text of an entry; undefined for events that are no entries, and for those the caller may not
   * see.
   */
  entry(row: LogbookRow, origins: Origins): string | undefined {
    const text = isEvent(row) ? this.eventText(row) : this.stateText(row);
    return text === undefined ? undefined : `{${text}${this.contextText(row, origins)}}`;
  }

  /** The JSON text of a service call with its data and what it began with. */
  call(event: LoggedEvent, origins: Origins): string {
    const { domain, service, service_data } = event.data;
    const fields = { domain, service, service_data, context_id: event.context.id };
    const text = JSON.stringify(fields).slice(1, -1);
    return `{"when":${this.time(event.at)},${text}${this.contextText(event, origins)}}`;
  }

  private stateText({ at, entityId, state, extra }: StateRow): string {
    let entity = this.entities.get(entityId);
    if (entity === undefined) {
      entity = `,"entity_id":"${entityId}"${this.nameText('name', entityId)}`;
      this.entities.set(entityId, entity);
    }
    return `"when":${this.time(at)},"state":${quoted(state)}${entity}${extra}`;
  }

  private eventText(row: LoggedEvent): string | undefined {
    const event = visibleEvent(row, this.form.sight);
    const description = event && describeEvent(event);
    if (event === undefined || description === undefined) return undefined;
    const { name, message, source, entityId, icon } = description;
    const isRun = event.type === 'automation_triggered' || event.type === 'script_started';
    const { item_id, run_id } = event.data;
    let text = `"when":${this.time(event.at)},"name":${quoted(name)},"message":${quoted(message)}`;
    text += member('source', source) + member('icon', icon) + member('domain', domainOfEvent(event));
    // Messages name their entity even if there is none.
    if (entityId !== null || event.type === 'logbook_entry') text += member('entity_id', entityId);
    if (isRun)
      text += member('context_id', event.context.id) + member('item_id', item_id) + member('run_id', run_id);
    return text;
  }

  private contextText(row: LogbookRow, origins: Origins): string {
    const { sight } = this.form;
    const user = visibleUser(sight, origins.userOf(row));
    const userText = user === null ? '' : `,"context_user_id":${quoted(user)}`;
    const origin = origins.of(row);
    if (origin === undefined) return userText;
    return userText + (isEvent(origin) ? this.eventContext(origin) : this.stateContext(origin));
  }

  private stateContext({ state, entityId }: StateRow): string {
    return `,"context_state":${quoted(state)}${this.entityContext(entityId)}`;
  }

  private eventContext(origin: LoggedEvent): string {
    const event = visibleEvent(origin, this.form.sight);
    if (event === undefined) return hiddenRunText(origin);
    const { type, data } = event;
    const typeText = `,"context_event_type":${quoted(type)}`;
    if (type === 'call_service')
      return `,"context_domain":${quoted(String(data.domain))},"context_service":${quoted(String(data.service))}${typeText}`;
    const description = describeEvent(event);
    if (description === undefined) return '';
    const { name, message, source, entityId } = description;
    const sourceText = source == null ? '' : `,"context_source":${quoted(source)}`;
    const entityText = entityId === null ? '' : this.entityContext(entityId);
    return `${typeText},"context_domain":${quoted(domainOfEvent(event) ?? '')},"context_name":${quoted(name)},"context_message":${quoted(message)}${sourceText}${entityText}`;
  }

  private entityContext(entityId: string): string {
    return `,"context_entity_id":${quoted(entityId)}${this.nameText('context_entity_id_name', entityId)}`;
  }

  private nameText(key: string, entityId: string): string {
    if (this.form.style === 'websocket') return '';
    const name = this.form.names.get(entityId) ?? objectIdOf(entityId).replaceAll('_', ' ');
    return `,"${key}":${quoted(name)}`;
  }

  private time(at: number): string {
    if (this.form.style === 'rest') return `"${isoTime(at)}"`;
    // Whole milliseconds: several times as fast as printing a fraction.
    const whole = Math.floor(at / 1000);
    const rest = at - whole * 1000;
    return rest === 0 ? String(whole) : `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
  }
}

/** That it was a run and not a person, without saying of what: who sees a lamp may know that it is automated. */
function hiddenRunText(origin: LoggedEvent): string {
  const { type } = origin;
  if (type !== 'automation_triggered' && type !== 'script_started') return '';
  return `,"context_event_type":${quoted(type)},"context_domain":${quoted(domainOfEvent(origin) ?? '')}`;
}

/** A member of an object as JSON after others; nothing if it has no value. */
function member(key: string, value: unknown): string {
  if (value === undefined) return '';
  return `,"${key}":${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`;
}

const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON; most texts need no escapes. */
function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
