import { isoTime } from '../core/clock.ts';
import { message } from '../core/messages.ts';
import { isTimeZone, localIso, offsetOfWall } from '../core/time-zone.ts';
import type { TodoItem } from '../domains/todo/todo.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { keyOf, type StoredEvent } from '../helpers/calendar/stored-event.ts';
import { homeTimeZone } from './home-facts.ts';
import { type Component, readComponents, textValue, timeValue } from './icalendar.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, textOf } from './stored-fields.ts';

/** The first releases wrote the day before the one that was meant. */
const FIRST_RELEASES = '-//homeassistant.io//local_todo 1.0//EN';
const DAY = 86_400_000;

/** To-do lists, the shopping list and calendars. */
export async function importLists(context: ImportContext): Promise<void> {
  const entries = mapsOf((await context.stored.data('core.config_entries')).entries);
  for (const entry of entries) {
    if (entry.domain === 'local_todo') await importTodoList(context, entry);
    else if (entry.domain === 'local_calendar') await importCalendar(context, entry);
    else if (entry.domain === 'shopping_list') await importShoppingList(context, entry);
  }
}

async function importTodoList(context: ImportContext, entry: Fields): Promise<void> {
  const data = mapOf(entry.data);
  const name = textOf(entry.title) || textOf(data.todo_list_name) || 'To-do list';
  const path = `.storage/local_todo.${textOf(data.storage_key)}.ics`;
  const text = await textOfFile(context, path);
  const isShifted = text.includes(FIRST_RELEASES);
  const zone = await homeTimeZone(context);
  const items = readComponents(text, new Set(['VTODO'])).map((todo) => todoItem(todo, zone, isShifted));
  putList(context, { entry, domain: 'todo', name });
  context.plan.put('todo_items', String(entry.entry_id), { items });
  context.report.imported('to-do list', `${name} (${items.length} items)`);
}

async function importShoppingList(context: ImportContext, entry: Fields): Promise<void> {
  const path = '.shopping_list.json';
  const text = await textOfFile(context, path);
  const items = text === '' ? [] : mapsOf(JSON.parse(text));
  const name = textOf(entry.title) || 'Shopping list';
  putList(context, { entry, domain: 'todo', name });
  context.plan.put('todo_items', String(entry.entry_id), {
    items: items.map(
      (item): TodoItem => ({
        uid: String(item.id),
        summary: textOf(item.name) ?? '',
        status: item.complete === true ? 'completed' : 'needs_action',
      }),
    ),
  });
  context.report.imported('to-do list', `${name} (${items.length} items)`);
}

async function importCalendar(context: ImportContext, entry: Fields): Promise<void> {
  const data = mapOf(entry.data);
  const id = String(entry.entry_id);
  const name = textOf(entry.title) || textOf(data.calendar_name) || 'Calendar';
  const text = await textOfFile(context, `.storage/local_calendar.${textOf(data.storage_key)}.ics`);
  const zone = await homeTimeZone(context);
  const series = new Map<string, StoredEvent>();
  const changes: Component[] = [];
  let refused = 0;
  for (const event of readComponents(text, new Set(['VEVENT']))) {
    if (event.properties.has('RECURRENCE-ID')) changes.push(event);
    else {
      const read = storedEvent(event, id, zone);
      if (read === undefined) refused += 1;
      else series.set(read.uid, read);
    }
  }
  for (const change of changes) applyChange(series, change, zone);
  putList(context, { entry, domain: 'calendar', name });
  for (const event of series.values()) context.plan.put('calendar_events', keyOf(event), event);
  context.report.imported('calendar', `${name} (${series.size} events)`);
  if (refused > 0)
    context.report.partial(
      'calendar',
      `${name} (${series.size} events)`,
      message('reason_event_times', { count: refused }),
    );
}

/** Stores the list under the ID of its config entry; its entity keeps everything but the platform. */
function putList(
  { plan, report }: ImportContext,
  { entry, domain, name }: { readonly entry: Fields; readonly domain: string; readonly name: string },
): void {
  const id = String(entry.entry_id);
  plan.put(`helpers.${domain}`, id, { id, name });
  for (const known of [...plan.all<EntityEntry>('entities')]) {
    if (known.config_entry_id !== id) continue;
    plan.put('entities', known.id, {
      ...known,
      platform: domain,
      config_entry_id: null,
    } satisfies EntityEntry);
    report.partial(
      'entity',
      known.entity_id,
      message('reason_platform_changed', { domain, platform: known.platform }),
    );
  }
}

async function textOfFile({ folder, stored, report }: ImportContext, path: string): Promise<string> {
  if (!folder.has(path)) return '';
  stored.used.add(path);
  report.imported('file', path);
  return folder.text(path);
}

function todoItem(todo: Component, zone: string, isShifted: boolean): TodoItem {
  const due = todo.properties.get('DUE')?.[0];
  const description = textValue(todo, 'DESCRIPTION');
  const completed = timeValue(todo.properties.get('COMPLETED')?.[0]?.value ?? '');
  const status = todo.properties.get('STATUS')?.[0]?.value;
  const read = due === undefined ? undefined : dueOf(due.value, due.parameters.TZID ?? zone, zone);
  return {
    uid: textValue(todo, 'UID') ?? '',
    summary: textValue(todo, 'SUMMARY') ?? '',
    status: status === 'COMPLETED' || status === 'CANCELLED' ? 'completed' : 'needs_action',
    ...(read === undefined ? {} : { due: isShifted && read.length === 10 ? nextDay(read) : read }),
    ...(description === undefined || description === '' ? {} : { description }),
    ...(completed?.endsWith('Z') === true ? { completed: isoTime(Date.parse(completed)) } : {}),
  };
}

/** A date, or a time of the home with its offset. */
function dueOf(value: string, from: string, zone: string): string | undefined {
  const time = timeValue(value);
  if (time === undefined || time.length === 10) return time;
  return localIso(
    time.endsWith('Z') ? Date.parse(time) : pointAt(time, isTimeZone(from) ? from : zone),
    zone,
  );
}

/** The point of a local time. */
function pointAt(time: string, zone: string): number {
  const wall = Date.parse(`${time}Z`);
  return wall - offsetOfWall(wall, zone);
}

function nextDay(date: string): string {
  return new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);
}

function storedEvent(event: Component, calendar: string, zone: string): StoredEvent | undefined {
  const start = localTime(event, 'DTSTART', zone);
  const end = localTime(event, 'DTEND', zone) ?? (start === undefined ? undefined : laterThan(start));
  const uid = textValue(event, 'UID');
  if (start === undefined || end === undefined || uid === undefined) return undefined;
  const named = event.properties.get('DTSTART')?.[0]?.parameters.TZID ?? zone;
  const rrule = event.properties.get('RRULE')?.[0]?.value;
  const excluded = (event.properties.get('EXDATE') ?? []).flatMap(({ value }) => value.split(','));
  return {
    ...{ calendar, uid, start, end, ...texts(event) },
    time_zone: start.length === 10 ? null : isTimeZone(named) ? named : zone,
    ...(rrule === undefined ? {} : { rrule }),
    excluded,
    changed: [],
  };
}

/** A single occurrence that was changed belongs to its series. */
function applyChange(series: Map<string, StoredEvent>, change: Component, zone: string): void {
  const event = series.get(textValue(change, 'UID') ?? '');
  const start = localTime(change, 'DTSTART', zone);
  const end = localTime(change, 'DTEND', zone);
  const id = change.properties.get('RECURRENCE-ID')?.[0]?.value;
  if (event === undefined || start === undefined || end === undefined || id === undefined) return;
  const changed = [...event.changed, { recurrence_id: id, start, end, ...texts(change) }];
  series.set(event.uid, { ...event, changed });
}

function texts(event: Component): { summary: string; description?: string; location?: string } {
  const description = textValue(event, 'DESCRIPTION');
  const location = textValue(event, 'LOCATION');
  return {
    summary: textValue(event, 'SUMMARY') ?? '',
    ...(description === undefined ? {} : { description }),
    ...(location ? { location } : {}),
  };
}

/** A date or a local time; UTC becomes the time of the home. */
function localTime(event: Component, name: string, zone: string): string | undefined {
  const time = timeValue(event.properties.get(name)?.[0]?.value ?? '');
  return time?.endsWith('Z') === true ? localIso(Date.parse(time), zone).slice(0, 19) : time;
}

/** Events without an end last a day, or no time at all. */
function laterThan(start: string): string {
  return start.length === 10 ? nextDay(start) : start;
}
