import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { LogLevel } from '../../core/log-levels.ts';
import { Throttle } from '../../core/throttle.ts';
import { oneOf, text } from '../../domains/definition/field.ts';
import { definePlainService, type PlainService } from './service.ts';

/** Longer messages are cut: clients report their own errors with whole stacks. */
const MAX_LENGTH = 2000;
const LEVELS = ['debug', 'info', 'warning', 'error', 'critical'] as const;
/** Hearth's log knows fewer levels. */
const METHODS = { debug: 'debug', info: 'info', warning: 'warn', error: 'error', critical: 'error' } as const;
/** What `logger` services name the levels. */
const LOGGER_LEVELS: ReadonlyMap<string, LogLevel | undefined> = new Map<string, LogLevel | undefined>([
  ...Object.entries(METHODS),
  ['warn', 'warn'],
  ['fatal', 'error'],
  ['notset', undefined],
]);
/** Where Home Assistant has the log of an integration. */
const INTEGRATION_PREFIX = /^homeassistant\.components\./;

/** The dependencies of `logServices`. */
export interface LogServiceParts {
  readonly log: Log;
  readonly clock: Clock;
  /** Forgets the problems listed so far. */
  readonly clear: () => void;
  /** Changes the level of the log of a part until the restart; undefined restores the general one. */
  readonly setLevel: (name: string, level: LogLevel | undefined) => Promise<void>;
  /** Changes the general level until the restart. */
  readonly setStandard: (level: LogLevel) => void;
}

/**
 * `system_log.write` and `system_log.clear`, and the levels of the log. The official frontend reports its own errors with the first; the same
 * message is logged once a minute.
 */
export function logServices({ log, clock, clear, setLevel, setStandard }: LogServiceParts): PlainService[] {
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
    definePlainService({
      domain: 'logger',
      name: 'set_default_level',
      fields: { level: oneOf([...LOGGER_LEVELS.keys()], { required: true }) },
      admin: true,
      handle: ({ level }) => setStandard(LOGGER_LEVELS.get(level) ?? 'debug'),
    }),
    definePlainService({
      domain: 'logger',
      name: 'set_level',
      fields: {},
      admin: true,
      passesExtraKeys: true,
      handle: async (_fields, { data }) => {
        const levels = Object.entries(data).map(([name, level]) => {
          const key = String(level).toLowerCase();
          if (!LOGGER_LEVELS.has(key))
            throw fault('service_validation_error', 'log_level_unknown', {
              level: String(level).slice(0, 100),
            });
          return [name.replace(INTEGRATION_PREFIX, ''), LOGGER_LEVELS.get(key)] as const;
        });
        for (const [name, level] of levels) await setLevel(name, level);
      },
    }),
  ];
}
