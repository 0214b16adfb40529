import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { Throttle } from '../../core/throttle.ts';
import { oneOf, text } from '../../domains/definition/field.ts';
import { definePlainService, type PlainService } from './service.ts';

/** Longer messages are cut: clients report their own errors with whole stacks. */
const MAX_LENGTH = 2000;
const LEVELS = ['debug', 'info', 'warning', 'error', 'critical'] as const;
/** Hearth's log knows fewer levels. */
const METHODS = { debug: 'debug', info: 'info', warning: 'warn', error: 'error', critical: 'error' } as const;

/** The dependencies of `logServices`. */
export interface LogServiceParts {
  readonly log: Log;
  readonly clock: Clock;
  /** Forgets the problems listed so far. */
  readonly clear: () => void;
}

/**
 * `system_log.write` and `system_log.clear`. The official frontend reports its own errors with the first; the same
 * message is logged once a minute.
 */
export function logServices({ log, clock, clear }: LogServiceParts): PlainService[] {
  const throttle = new Throttle(clock);
  return [
    definePlainService({
      domain: 'system_log',
      name: 'write',
      fields: {
        message: text({ required: true, example: 'Something went wrong' }),
        level: oneOf(LEVELS, {}),
        logger: text({ example: 'mycomponent.myplatform' }),
      },
      handle: ({ message, level = 'error', logger }) => {
        const name = (logger ?? 'system_log.external').slice(0, 100);
        const written = message.slice(0, MAX_LENGTH);
        if (throttle.allows(JSON.stringify([level, name, written]))) log.named(name)[METHODS[level]](written);
      },
    }),
    definePlainService({
      domain: 'system_log',
      name: 'clear',
      fields: {},
      admin: true,
      handle: clear,
    }),
  ];
}
