import { defineDomain, type EntityView } from '../definition/define-domain.ts';
import { states } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';

/** The days as schedules name them; 0 is Monday. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A span of a day in which the schedule is on. Times are seconds since midnight; `to` may be 86400. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The blocks of each day in their order, none overlapping. */
export type Week = Readonly<Record<Weekday, readonly Block[]>>;

/** The values of a schedule. */
export interface ScheduleValues {
  readonly [key: string]: unknown;
  readonly on: boolean;
  /** Of the current block. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When it changes next, as local time with offset. */
  readonly nextEvent: string | null;
}

/** How it was set up. */
export interface ScheduleCapabilities {
  readonly [key: string]: unknown;
  readonly week: Week;
}

const DAY = 86_400;

/** A time of day as answers show it; the end of the day is its last microsecond. */
function timeOfDay(seconds: number): string {
  if (seconds === DAY) return '23:59:59.999999';
  const pad = (number: number): string => String(number).padStart(2, '0');
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
}

/** Schedules: on and off by the hours of the week. */
export const scheduleDomain = defineDomain<ScheduleValues, ScheduleCapabilities>({
  name: 'schedule',
  title: 'Schedule',
  states: ['on', 'off'],
  unrecorded: ['editable', 'next_event'],
  features: {},
  deviceClasses: [],
  attributes: {
    next_event: { description: 'When its state next changes, in local time; null if never.' },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    {
      name: 'get_schedule',
      fields: {},
      response: 'only',
      plan: () => ({ service: 'get_schedule', fields: {}, patch: {} }),
      respond: ({ capabilities: { week } }: EntityView<ScheduleValues, ScheduleCapabilities>) =>
        Object.fromEntries(
          WEEKDAYS.map((day) => [
            day,
            week[day].map(({ from, to, data }) => ({
              from: timeOfDay(from),
              to: timeOfDay(to),
              ...(data === undefined ? {} : { data }),
            })),
          ]),
        ),
    },
  ],
  entityTriggers: {
    becomes: {
      block_started: {
        is: states('on'),
        was: () => false,
        // A block that begins directly after another one is a new event as well.
        again: (from, to) => from.attributes.next_event !== to.attributes.next_event,
      },
      block_ended: states('off'),
    },
    is: { is_on: states('on'), is_off: states('off') },
  },
  presentCapabilities: ({ week: _week, ...others }) => others,
  present: ({ values }) => ({
    state: onOff(values.on),
    attributes: { ...values.data, next_event: values.nextEvent },
  }),
});
