import { z } from 'zod';
import { isoTime } from '../../core/clock.ts';
import { schemaError } from '../../core/schema-error.ts';
import { localIso } from '../../core/time-zone.ts';
import { parseDay, parseMoment, pointOfMoment } from '../definition/calendar-text.ts';
import { defineDomain, defineService, type EntityView, type Moment } from '../definition/define-domain.ts';
import { coercedText, custom, oneOf, textListSchema, textSchema } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { numberIn } from '../definition/state-tests.ts';

/** Something to do. Absent keys have no value. */
export interface TodoItem {
  /** Empty until the list assigns one. */
  readonly uid: string;
  readonly summary: string;
  readonly status: 'needs_action' | 'completed';
  /** A date, or a time with offset. */
  readonly due?: string;
  readonly description?: string;
  /** When it was completed. */
  readonly completed?: string;
}

/** The items of a list, in order. */
export interface TodoValues {
  readonly [key: string]: unknown;
  readonly items: readonly TodoItem[];
}

type View = EntityView<TodoValues, Record<string, unknown>>;

const STATUSES = ['needs_action', 'completed'] as const;
const summary = textSchema
  .transform((text) => text.trim())
  .refine((text) => text !== '', schemaError('expects_text_not_empty'));
const momentText = coercedText('expects_date_and_time', (text) => (parseMoment(text) === null ? null : text));

const due = {
  due_date: custom(
    z.union([z.null(), coercedText('expects_date', parseDay)]),
    { date: null },
    { example: '2026-11-30', filter: { features: ['set_due_date'] } },
  ),
  due_datetime: custom(
    z.union([z.null(), momentText]),
    { datetime: null },
    {
      example: '2026-11-30 13:00:00',
      filter: { features: ['set_due_datetime'] },
    },
  ),
  description: custom(
    z.union([z.null(), textSchema]),
    { text: { multiline: true } },
    { example: 'The big one.', filter: { features: ['set_description'] } },
  ),
};
const statusList = z.union([
  z.null().transform(() => [...STATUSES]),
  textListSchema.pipe(z.array(z.enum(STATUSES)).readonly()),
]);

interface ItemFields {
  readonly due_date?: string | null;
  readonly due_datetime?: string | null;
  readonly description?: string | null;
}

/** The feature each optional field requires. */
const FIELD_FEATURES = [
  ['due_date', 'set_due_date'],
  ['due_datetime', 'set_due_datetime'],
  ['description', 'set_description'],
] as const;

/** To-do lists. */
export const todoDomain = defineDomain<TodoValues, Record<string, unknown>>({
  name: 'todo',
  title: 'To-do list',
  states: 'The number of incomplete items.',
  features: {
    create: 1,
    delete: 2,
    update: 4,
    move: 8,
    set_due_date: 16,
    set_due_datetime: 32,
    set_description: 64,
  },
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'get_items',
      fields: {
        status: custom(
          statusList,
          { select: { options: STATUSES, multiple: true } },
          { example: 'needs_action' },
        ),
      },
      response: 'only',
      plan: () => ({ service: 'get_items', fields: {}, patch: {} }),
      respond: ({ values }: View, { status = STATUSES }) => ({
        items: values.items.filter(
          (item) => status.length === 0 || (status as readonly string[]).includes(item.status),
        ),
      }),
    }),
    defineService({
      name: 'add_item',
      fields: {
        item: custom(summary, { text: null }, { required: true, example: 'Milk' }),
        ...due,
      },
      exclusive: [['due_date', 'due_datetime']],
      requires: [['create']],
      plan: (list: View, { item, ...fields }, moment) => {
        requireFields(list, fields);
        const added: TodoItem = {
          uid: '',
          summary: item,
          status: 'needs_action',
          ...specified(fields, moment),
        };
        return { service: 'add_item', fields: {}, patch: { items: [...list.values.items, added] } };
      },
    }),
    defineService({
      name: 'update_item',
      fields: {
        item: custom(
          textSchema.refine((item) => item !== '', schemaError('expects_text_not_empty')),
          { text: null },
          {
            required: true,
            example: 'Milk',
          },
        ),
        rename: custom(summary, { text: null }, { example: 'Oat milk' }),
        status: oneOf(STATUSES, { example: 'completed' }),
        ...due,
      },
      exclusive: [['due_date', 'due_datetime']],
      anyOf: ['rename', 'status', 'due_date', 'due_datetime', 'description'],
      requires: [['update']],
      plan: (list: View, { item, rename, status, ...fields }, moment) => {
        requireFields(list, fields);
        const found = findItem(list, item);
        const { due: _due, description: _description, ...rest } = found;
        const unchanged = {
          ...(found.due === undefined || 'due_date' in fields || 'due_datetime' in fields
            ? {}
            : { due: found.due }),
          ...(found.description === undefined || 'description' in fields
            ? {}
            : { description: found.description }),
        };
        const changed = withStatus(
          { ...rest, ...unchanged, ...specified(fields, moment) },
          status,
          moment.now,
        );
        const renamed = rename === undefined ? changed : { ...changed, summary: rename };
        const items = list.values.items.map((one) => (one === found ? renamed : one));
        return { service: 'update_item', fields: {}, patch: { items } };
      },
    }),
    defineService({
      name: 'remove_item',
      fields: {
        item: custom(
          z.union([z.null().transform(() => []), textListSchema]),
          { text: { multiple: true } },
          { required: true, example: 'Milk' },
        ),
      },
      requires: [['delete']],
      plan: (list: View, { item }) => {
        const removed = new Set((item as readonly string[]).map((one) => findItem(list, one)));
        const items = list.values.items.filter((one) => !removed.has(one));
        return { service: 'remove_item', fields: {}, patch: { items } };
      },
    }),
    {
      name: 'remove_completed_items',
      fields: {},
      requires: [['delete']],
      plan: ({ values }: View) => ({
        service: 'remove_completed_items',
        fields: {},
        patch: { items: values.items.filter(({ status }) => status !== 'completed') },
      }),
    },
  ],
  entityTriggers: {
    is: { all_completed: (state) => numberIn(state) === 0 },
    valueIs: { incomplete: { measure: { units: [], number: { min: 0, mode: 'box', step: 1 } } } },
  },
  presentCapabilities: () => ({}),
  present: ({ values }) => ({
    state: String(values.items.filter(({ status }) => status === 'needs_action').length),
    attributes: {},
  }),
});

/** Moves an item behind another, or to the start; undefined when one of them does not exist. */
export function movedItem(
  items: readonly TodoItem[],
  uid: string,
  previous: string | null,
): readonly TodoItem[] | undefined {
  const item = items.find((one) => one.uid === uid);
  if (item === undefined || previous === uid) return item === undefined ? undefined : items;
  const others = items.filter((one) => one !== item);
  const at = previous === null ? 0 : others.findIndex((one) => one.uid === previous) + 1;
  if (previous !== null && at === 0) return undefined;
  return [...others.slice(0, at), item, ...others.slice(at)];
}

function withStatus(item: TodoItem, status: TodoItem['status'] | undefined, now: number): TodoItem {
  if (status === undefined || status === item.status) return item;
  const { completed: _completed, ...rest } = item;
  return status === 'completed' ? { ...rest, status, completed: isoTime(now) } : { ...rest, status };
}

function specified({ due_date: day, due_datetime: time, description }: ItemFields, { timeZone }: Moment) {
  const moment = typeof time === 'string' ? parseMoment(time) : null;
  const at = moment === null ? (day ?? undefined) : localIso(pointOfMoment(moment, timeZone), timeZone);
  return {
    ...(at === undefined ? {} : { due: at }),
    ...(description === undefined || description === null ? {} : { description }),
  };
}

function findItem({ id, values }: View, requested: string): TodoItem {
  const found =
    values.items.find(({ uid }) => uid === requested) ??
    values.items.find((item) => item.summary === requested);
  if (found !== undefined) return found;
  throw refusal(
    'item_not_found',
    { key: 'todo_item_not_found', parameters: { requested: JSON.stringify(requested), id } },
    {
      domain: 'todo',
      item: requested,
    },
  );
}

function requireFields({ id, features }: View, fields: ItemFields): void {
  for (const [field, feature] of FIELD_FEATURES) {
    if (fields[field] === undefined || features.has(feature)) continue;
    throw refusal(
      'update_field_not_supported',
      { key: 'todo_field_not_supported', parameters: { id, field } },
      {
        domain: 'todo',
        service_field: field,
      },
    );
  }
}
