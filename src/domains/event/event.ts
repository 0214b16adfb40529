import { defineDomain } from '../definition/define-domain.ts';
import { type Happens, HIDDEN, statesOption } from '../definition/entity-triggers.ts';

/** The reported values of an event entity: the last event. */
export interface EventValues {
  readonly [key: string]: unknown;
  /** Milliseconds since 1970. */
  readonly at: number | null;
  readonly event_type?: string | null;
  /** The data of the event. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The possible events. */
export interface EventCapabilities {
  readonly [key: string]: unknown;
  readonly event_types: readonly string[];
}

const RECEIVED: Happens = {
  fromUnknown: true,
  options: [statesOption('event_type', { attribute: 'event_type', hide_states: HIDDEN })],
  is: ({ attributes }, chosen) => (chosen.event_type as Set<unknown>).has(attributes.event_type),
};

/** Events of a device: a doorbell rings, a button is pressed. */
export const eventDomain = defineDomain<EventValues, EventCapabilities>({
  name: 'event',
  title: 'Event',
  states: 'The time of the last event, in ISO 8601.',
  unrecorded: ['event_types'],
  features: {},
  deviceClasses: ['doorbell', 'button', 'motion'],
  attributes: {
    event_types: { description: 'The possible event types.', capability: true },
    event_type: {
      description: 'The type of the last event, or null. The data of the event are further attributes.',
    },
  },
  services: [],
  entityTriggers: { happens: { received: RECEIVED } },
  present: ({ values: { at, event_type, data } }) => ({
    state: at == null ? null : new Date(Math.floor(at)).toISOString().replace('Z', '+00:00'),
    attributes: { ...data, event_type: event_type ?? null },
  }),
});
