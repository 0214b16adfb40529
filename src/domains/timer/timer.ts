import { isoTime } from '../../core/clock.ts';
import type { EventTypeName } from '../../core/event-types.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { duration } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { byState, type Reproduce, step } from '../definition/reproduce.ts';
import { attribute, states } from '../definition/state-tests.ts';

/** The values of a timer. Durations are milliseconds, `finishesAt` is a timestamp. */
export interface TimerValues {
  readonly [key: string]: unknown;
  readonly status: 'idle' | 'active' | 'paused';
  /** Of the current or last run. */
  readonly duration: number;
  /** The remaining time at its last start, resume or pause; null while idle. */
  readonly remaining: number | null;
  readonly finishesAt: number | null;
  readonly transition: 'started' | 'restarted' | 'paused' | 'cancelled' | 'finished' | null;
}

/** How it was set up. */
export interface TimerCapabilities {
  readonly [key: string]: unknown;
  /** The default duration, in milliseconds. */
  readonly configured: number;
  readonly restore: boolean;
}

type View = EntityView<TimerValues, TimerCapabilities>;

/** The next change of a timer and its event; null when there is none. */
export interface TimerStep {
  readonly patch: Partial<TimerValues>;
  readonly event: EventTypeName | null;
}

const NOTHING: TimerStep = { patch: {}, event: null };

function command(service: string, { patch, event }: TimerStep): Command<TimerValues> {
  return { service, fields: { event }, patch };
}

/** A duration of zero counts as none, as in Home Assistant. */
function start({ values, capabilities }: View, requested: number | undefined, now: number): TimerStep {
  const given = requested === 0 ? undefined : requested;
  const resumed = values.status === 'idle' ? null : values.remaining;
  const remaining = given ?? resumed ?? capabilities.configured;
  const duration = given ?? (resumed === null ? capabilities.configured : values.duration);
  const transition = values.status === 'idle' ? 'started' : 'restarted';
  return {
    patch: { status: 'active', duration, remaining, finishesAt: now + remaining, transition },
    event: `timer.${transition}`,
  };
}

/** Ends a run; `how` is the event. */
export function ended(
  { values, capabilities }: Pick<View, 'values' | 'capabilities'>,
  how: 'cancelled' | 'finished',
): TimerStep {
  if (values.status === 'idle') return NOTHING;
  const patch: Partial<TimerValues> = {
    status: 'idle',
    duration: capabilities.configured,
    remaining: null,
    finishesAt: null,
    transition: how,
  };
  return { patch, event: `timer.${how}` };
}

function change({ id, values }: View, by: number, now: number): TimerStep {
  if (values.status !== 'active' || values.finishesAt === null) {
    throw refusal(
      'timer_not_running',
      { key: 'timer_not_running', parameters: { id } },
      {
        domain: 'timer',
        entity_id: id,
      },
    );
  }
  const remaining = values.finishesAt - now + by;
  if (remaining > values.duration) {
    throw refusal(
      'change_beyond_duration',
      { key: 'timer_longer_than_duration', parameters: { id } },
      {
        domain: 'timer',
        entity_id: id,
      },
    );
  }
  if (remaining < 0) {
    throw refusal(
      'change_negative_remaining',
      { key: 'timer_has_less_time_left', parameters: { id } },
      {
        domain: 'timer',
        entity_id: id,
      },
    );
  }
  return { patch: { remaining, finishesAt: now + remaining }, event: 'timer.changed' };
}

const reproduceTimer: Reproduce = (present, requested) => {
  if (requested.state !== 'active') return byState({ idle: 'cancel', paused: 'pause' })(present, requested);
  const { duration } = requested.attributes;
  if (present.state === 'active' && duration === present.attributes.duration) return [];
  return [step('start', duration === undefined || duration === null ? {} : { duration })];
};

/** Countdown timers that fire an event when they finish. */
export const timerDomain = defineDomain<TimerValues, TimerCapabilities>({
  name: 'timer',
  title: 'Timer',
  states: ['idle', 'active', 'paused'],
  features: {},
  deviceClasses: [],
  attributes: {
    duration: { description: 'The duration as `H:MM:SS`.' },
    remaining: { description: 'The remaining time when it last started or paused, as `H:MM:SS`.' },
    finishes_at: { description: 'When it finishes, while it is running.' },
    last_transition: {
      description: 'The last transition: started, restarted, paused, cancelled or finished.',
    },
    restore: { description: 'Whether it continues after a restart.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    defineService({
      name: 'start',
      fields: { duration: duration({ example: '00:01:00' }) },
      plan: (entity: View, fields, { now }) => command('start', start(entity, fields.duration, now)),
    }),
    {
      name: 'pause',
      fields: {},
      plan: ({ values }: View, _fields, { now }) => {
        if (values.status !== 'active' || values.finishesAt === null) return command('pause', NOTHING);
        const remaining = values.finishesAt - now;
        return command('pause', {
          patch: { status: 'paused', remaining, finishesAt: null, transition: 'paused' },
          event: 'timer.paused',
        });
      },
    },
    {
      name: 'cancel',
      fields: {},
      plan: (entity: View) => command('cancel', ended(entity, 'cancelled')),
    },
    {
      name: 'finish',
      fields: {},
      plan: (entity: View) => command('finish', ended(entity, 'finished')),
    },
    defineService({
      name: 'change',
      fields: {
        duration: duration({ default: 0, example: '00:01:00' }),
      },
      plan: (entity: View, fields, { now }) => command('change', change(entity, fields.duration ?? 0, now)),
    }),
  ],
  reproduce: reproduceTimer,
  entityTriggers: {
    becomes: Object.fromEntries(
      ['cancelled', 'finished', 'paused', 'restarted', 'started'].map((transition) => [
        transition,
        attribute('last_transition', transition),
      ]),
    ),
    is: { is_active: states('active'), is_paused: states('paused'), is_idle: states('idle') },
  },
  presentCapabilities: ({ configured: _configured, restore, ...others }) => ({
    ...others,
    ...(restore ? { restore: true } : {}),
  }),
  present: ({ values }) => ({
    state: values.status,
    attributes: {
      duration: clockText(values.duration),
      ...(values.remaining === null ? {} : { remaining: clockText(nearestSecond(values.remaining)) }),
      ...(values.finishesAt === null
        ? {}
        : { finishes_at: `${isoTime(values.finishesAt).slice(0, 19)}+00:00` }),
      last_transition: values.transition,
    },
  }),
});

/** Remaining times are rounded to seconds: a timer paused at once shows its whole duration. */
function nearestSecond(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000 - 0.5) * 1000;
}

/** A length as `H:MM:SS`, whole seconds. */
export function clockText(milliseconds: number): string {
  const all = Math.floor(Math.abs(milliseconds) / 1000);
  const pad = (number: number): string => String(number).padStart(2, '0');
  const text = `${Math.floor(all / 3600)}:${pad(Math.floor((all % 3600) / 60))}:${pad(all % 60)}`;
  return milliseconds < 0 && all > 0 ? `-${text}` : text;
}
