import { isoTime } from '../../core/clock.ts';
import { objectIdOf } from '../../core/entity-id.ts';
import { seconds } from '../../core/state.ts';
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

/** The attributes of an entity repeat. */
const MAX_CACHED = 200;

/** Writes rows as entries, as JSON text. */
export class EntryWriter {
  private readonly form: EntryForm;
  /** The part of an entry that follows from the attributes. */
  private readonly extras = new Map<string, string>();

  constructor(form: EntryForm) {
    this.form = form;
  }

  /** The JSON text of an entry; undefined for events that are none, or of which the caller may not learn. */
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

  private stateText({ at, entityId, state, attributes }: StateRow): string {
    const extra = this.extraOf(entityId, attributes);
    return `"when":${this.time(at)},"state":${JSON.stringify(state)},"entity_id":"${entityId}"${this.nameText('name', entityId)}${extra}`;
  }

  private eventText(row: LoggedEvent): string | undefined {
    const event = visibleEvent(row, this.form.sight);
    const description = event && describeEvent(event);
    if (event === undefined || description === undefined) return undefined;
    const { name, message, source, entityId, icon } = description;
    const isRun = event.type === 'automation_triggered' || event.type === 'script_started';
    const { item_id, run_id } = event.data;
    const fields = {
      ...{ name, message },
      ...(source === undefined ? {} : { source }),
      ...(icon === undefined ? {} : { icon }),
      domain: domainOfEvent(event),
      ...(entityId === null ? {} : { entity_id: entityId }),
      ...(isRun ? { context_id: event.context.id, item_id, run_id } : {}),
    };
    return `"when":${this.time(event.at)},${JSON.stringify(fields).slice(1, -1)}`;
  }

  private contextText(row: LogbookRow, origins: Origins): string {
    const { sight } = this.form;
    const user = visibleUser(sight, origins.userOf(row));
    const userText = user === null ? '' : `,"context_user_id":${JSON.stringify(user)}`;
    const origin = origins.of(row);
    if (origin === undefined) return userText;
    return userText + (isEvent(origin) ? this.eventContext(origin) : this.stateContext(origin));
  }

  private stateContext({ state, entityId }: StateRow): string {
    return `,"context_state":${JSON.stringify(state)}${this.entityContext(entityId)}`;
  }

  private eventContext(origin: LoggedEvent): string {
    const event = visibleEvent(origin, this.form.sight);
    if (event === undefined) return '';
    const { type, data } = event;
    const typeText = `,"context_event_type":${JSON.stringify(type)}`;
    if (type === 'call_service')
      return `,"context_domain":${JSON.stringify(data.domain)},"context_service":${JSON.stringify(data.service)}${typeText}`;
    const description = describeEvent(event);
    if (description === undefined) return '';
    const { name, message, source, entityId } = description;
    const sourceText = source == null ? '' : `,"context_source":${JSON.stringify(source)}`;
    const entityText = entityId === null ? '' : this.entityContext(entityId);
    return `${typeText},"context_domain":${JSON.stringify(domainOfEvent(event))},"context_name":${JSON.stringify(name)},"context_message":${JSON.stringify(message)}${sourceText}${entityText}`;
  }

  private entityContext(entityId: string): string {
    return `,"context_entity_id":${JSON.stringify(entityId)}${this.nameText('context_entity_id_name', entityId)}`;
  }

  private nameText(key: string, entityId: string): string {
    if (this.form.style === 'websocket') return '';
    const name = this.form.names.get(entityId) ?? objectIdOf(entityId).replaceAll('_', ' ');
    return `,"${key}":${JSON.stringify(name)}`;
  }

  private time(at: number): string {
    return this.form.style === 'rest' ? `"${isoTime(at)}"` : String(seconds(at));
  }

  private extraOf(entityId: string, attributes: string): string {
    const isOfEvent = entityId.startsWith('event.');
    if (!isOfEvent && !attributes.includes('"icon"')) return '';
    const key = `${isOfEvent} ${attributes}`;
    const known = this.extras.get(key);
    if (known !== undefined) return known;
    const { icon, event_type: type }: Record<string, unknown> = JSON.parse(attributes);
    const iconText = typeof icon === 'string' && icon !== '' ? `,"icon":${JSON.stringify(icon)}` : '';
    const typeText = isOfEvent && type != null ? `,"attributes":{"event_type":${JSON.stringify(type)}}` : '';
    if (this.extras.size >= MAX_CACHED) this.extras.clear();
    this.extras.set(key, iconText + typeText);
    return iconText + typeText;
  }
}
