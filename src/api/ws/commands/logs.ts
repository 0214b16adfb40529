import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import type { LogLevel } from '../../../core/log-levels.ts';
import type { Problem } from '../../../core/problem-list.ts';
import { Names, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** How long a chosen level applies: until the restart, until the one after it, or always. */
const PERSISTENCES = ['none', 'once', 'permanent'] as const;
export type LevelPersistence = (typeof PERSISTENCES)[number];

/** What clients name the levels; Hearth's log has no level above `error`. */
const LEVEL_NAMES = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL', 'FATAL', 'WARN', 'NOTSET'] as const;
const LEVELS: Readonly<Record<(typeof LEVEL_NAMES)[number], LogLevel | undefined>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  WARNING: 'warn',
  ERROR: 'error',
  CRITICAL: 'error',
  FATAL: 'error',
  NOTSET: undefined,
};
/** Python's numbers of the levels. */
const NUMBERS = { debug: 10, info: 20, warn: 30, error: 40 } as const;
/** Where Home Assistant has the log of an integration. */
const INTEGRATION_PREFIX = /^homeassistant\.components\./;
/** A line that begins an entry, with the name of its part. */
const LINE = /^\d{4}-\d\d-\d\d \S+ [A-Z]+ ([^:]*): /;
/** Lines are sent together, at most every so many milliseconds. */
const LINES_INTERVAL_MS = 200;
/** More lines than these are not kept for a slow client. */
const MAX_WAITING = 500;

/** The dependencies of these commands. */
export interface LogParts {
  /** The problems since the start or since they were cleared, newest first. */
  readonly problems: () => Promise<readonly Problem[]>;
  readonly integrations: (access: Access) => readonly string[];
  /** The level of the log of a part. */
  readonly levelOf: (name: string) => LogLevel;
  /** Changes it; undefined restores the general level. Resolves when it is durable. */
  readonly setLevel: (
    name: string,
    level: LogLevel | undefined,
    persistence: LevelPersistence,
  ) => Promise<void>;
  readonly recentLines: () => readonly string[];
  readonly followLines: (listener: (line: string) => void) => Undo;
  readonly after: (milliseconds: number, task: () => void) => Undo;
}

/** The log of the server: its problems, its lines as they are written, and the levels of its parts. */
export function logCommands(parts: LogParts): Command[] {
  const { problems, integrations, levelOf, setLevel } = parts;
  const fields = { level: z.enum(LEVEL_NAMES), persistence: z.enum(PERSISTENCES) };
  return [
    defineCommand({
      type: 'system_log/list',
      permission: 'admin',
      summary: 'The warnings and errors of the log since the start, newest first, at most 50',
      result: z.array(object({ name: z.string(), message: Names, level: z.string() })),
      fields: {},
      handle: problems,
    }),
    defineSubscription({
      type: 'system_log/subscribe_raw',
      permission: 'admin',
      summary: 'The last lines of the log, of all parts or of one, then new ones as they are written',
      event: Names,
      fields: { integration: z.string().max(100).optional() },
      subscribe: ({ message: { integration } }, feed) => {
        const isMeant = integration === undefined ? () => true : isOfPart(integration);
        return followLines(parts, isMeant, (lines) => feed.event(JSON.stringify(lines)));
      },
    }),
    defineCommand({
      type: 'logger/log_info',
      permission: 'user',
      summary: 'The level of the log of each integration',
      result: z.array(object({ domain: z.string(), level: z.number() })),
      fields: {},
      handle: ({ access }) =>
        integrations(access).map((domain) => ({ domain, level: NUMBERS[levelOf(domain)] })),
    }),
    defineCommand({
      type: 'logger/integration_log_level',
      permission: 'admin',
      summary: 'Changes which lines of an integration are logged; `NOTSET` restores the general level',
      result: Nothing,
      fields: { integration: z.string().max(100), ...fields },
      handle: async ({ message: { integration, level, persistence }, access }) => {
        if (!integrations(access).includes(integration))
          throw fault('not_found', 'integration_not_found', { name: integration });
        await setLevel(integration, LEVELS[level], persistence);
        return null;
      },
    }),
    defineCommand({
      type: 'logger/log_level',
      permission: 'admin',
      summary: 'Changes which lines of a part of the server are logged; `NOTSET` restores the general level',
      result: Nothing,
      fields: { module: z.string().min(1).max(200), ...fields },
      handle: async ({ message: { module, level, persistence } }) => {
        await setLevel(module.replace(INTEGRATION_PREFIX, ''), LEVELS[level], persistence);
        return null;
      },
    }),
  ];
}

/** Whether a line is by a part; lines without a time belong to the one before. */
function isOfPart(name: string): (line: string) => boolean {
  let isOfIt = false;
  return (line) => {
    const [, part] = LINE.exec(line) ?? [];
    if (part !== undefined)
      isOfIt = part === name || part.startsWith(`${name} `) || part.startsWith(`${name}.`);
    return isOfIt;
  };
}

/** Sends the lines in groups: a busy log must not send a message for each line. */
function followLines(
  { recentLines, followLines, after }: LogParts,
  isMeant: (line: string) => boolean,
  send: (lines: readonly string[]) => void,
): Undo {
  send(recentLines().filter(isMeant));
  let waiting: string[] = [];
  let cancel: Undo | undefined;
  const leave = followLines((line) => {
    if (!isMeant(line)) return;
    if (waiting.length < MAX_WAITING) waiting.push(line);
    cancel ??= after(LINES_INTERVAL_MS, () => {
      cancel = undefined;
      const lines = waiting;
      waiting = [];
      send(lines);
    });
  });
  return () => {
    leave();
    cancel?.();
  };
}
