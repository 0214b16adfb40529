import { z } from 'zod';
import { AnyObject, keyed, Names, NullableText, object } from './plain-shapes.ts';
import { ContextShape } from './state-shapes.ts';

const named = { domain: z.string(), device_id: z.string(), type: z.string() };
/** Triggers, conditions or actions of a device. */
export const DeviceAutomationsShape = z.array(object(named));
export const CapabilitiesShape = object({ extra_fields: z.array(AnyObject).optional() });

/** What a target can do: names such as `light.turned_on`. */
export const PurposesShape = Names;
/** Triggers or conditions by name, for editors. */
export const DescriptionsShape = keyed(AnyObject.nullable());

/** The blueprints of a domain by path; those that cannot be read have an error. */
export const BlueprintsShape = keyed(
  z.union([object({ metadata: object({ name: z.string() }) }), object({ error: z.string() })]),
);
export const ItemConfigShape = object({ config: AnyObject });
/** `{"result": "ok"}`. */
export const DoneShape = object({ result: z.string() });
/** A message for people. */
export const MessageShape = object({ message: z.string() });

export const RenderedTemplateShape = z.union([
  object({
    result: z.unknown(),
    listeners: object({ all: z.boolean(), time: z.boolean(), domains: Names, entities: Names }),
  }),
  object({ error: z.string() }),
]);
export const ConditionResultShape = z.union([
  object({ result: z.boolean() }),
  object({ error: z.unknown() }),
]);
/** The events of `subscribe_trigger`. */
export const TriggeredShape = object({
  variables: object({ trigger: AnyObject }),
  context: ContextShape.nullish(),
});
export const ValidityShape = keyed(object({ valid: z.boolean(), error: NullableText }));

const ListItem = object({
  uid: NullableText.optional(),
  summary: z.string(),
  status: NullableText.optional(),
}).meta({ id: 'TodoItem' });
export const ListItemsShape = object({ items: z.array(ListItem) });

const when = z.union([object({ date: z.string() }), object({ dateTime: z.string() })]);
/** The events of a calendar over REST. */
export const CalendarEventsShape = z.array(
  object({
    start: when,
    end: when,
    summary: z.string(),
    description: NullableText,
    location: NullableText,
    uid: NullableText,
    recurrence_id: NullableText,
    rrule: NullableText,
    status: NullableText,
  }).meta({ id: 'CalendarEvent' }),
);
/** The events of `calendar/event/subscribe`; null while the calendar is unavailable. */
export const CalendarPeriodShape = object({ events: z.array(object({ summary: z.string() })).nullable() });

/** The reply to a sentence. */
export const ConversationShape = object({
  response: object({
    speech: AnyObject,
    card: AnyObject,
    language: NullableText,
    response_type: z.enum(['action_done', 'query_answer', 'error']),
    data: AnyObject,
  }),
  conversation_id: NullableText,
  continue_conversation: z.boolean(),
}).meta({ id: 'ConversationReply' });

export const ForecastShape = object({
  type: z.string(),
  forecast: z.array(object({ datetime: z.string() })).nullable(),
});
export const NotificationsShape = z.array(
  object({ notification_id: z.string(), title: NullableText, message: z.string(), created_at: z.string() }),
);
