import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import { type Log, type LogFields, silentLog } from '../core/log.ts';
import { type LogLevel, LogLevels } from '../core/log-levels.ts';
import { isSecretKey, redact, redactText } from '../core/redact.ts';
import { LineFile } from './line-file.ts';

interface LogFileOptions {
  /** The data folder; the logs are in its `logs/` folder. */
  readonly folder: string;
  readonly level: LogLevel;
  readonly clock: Clock;
  /** stderr, or a stub in tests. */
  readonly screen: { write(text: string): unknown };
  /** For tests: the maximum size of a file in bytes. */
  readonly maxBytes?: number;
}

/** The server's log while it runs. */
export interface LogFile {
  readonly log: Log;
  /** Which lines are written, by part. */
  readonly levels: LogLevels;
  /** The last lines, oldest first, without their line ends. */
  recentLines(): readonly string[];
  /** Calls back with each line from now on; returns the function that ends it. */
  follow(listener: (line: string) => void): Undo;
  /** The text of `/api/error_log` [§4.1]: warnings and errors, oldest first, across restarts. */
  readErrorLog(): Promise<string>;
  /** Resolves when everything logged so far has been written. */
  flush(): Promise<void>;
}

/** A log that writes nothing. */
export function silentLogFile(): LogFile {
  return {
    log: silentLog,
    levels: new LogLevels('info'),
    recentLines: () => [],
    follow: () => () => {},
    readErrorLog: async () => '',
    flush: async () => {},
  };
}

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_ERRORS = 512 * 1024;
const MAX_TEXT_LENGTH = 64 * 1024;
const MAX_MESSAGE_LENGTH = 8 * 1024;
const MAX_RECENT = 500;

/**
 * Opens the log: readable lines on stderr, JSON lines in `logs/hearth.log` (5 files of 5 MB), and warnings
 * and errors also in readable form in `logs/errors.log`. Tokens, passwords and the user part of URLs are
 * redacted in all of them.
 */
export function openLogFile({ folder, level, clock, screen, maxBytes = MAX_BYTES }: LogFileOptions): LogFile {
  const onFailure = (error: unknown): void => {
    screen.write(
      line({
        at: clock.now(),
        level: 'error',
        name: 'log',
        message: 'the log cannot be written',
        fields: { error },
      }),
    );
  };
  const errorsPath = join(folder, 'logs', 'errors.log');
  const all = new LineFile({ path: join(folder, 'logs', 'hearth.log'), maxBytes, files: 5, onFailure });
  const errors = new LineFile({
    path: errorsPath,
    maxBytes: Math.min(maxBytes, MAX_ERRORS),
    files: 2,
    onFailure,
  });
  const levels = new LogLevels(level);
  const recent: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const remember = (text: string): void => {
    const lines = text.split('\n').slice(0, -1);
    recent.push(...lines);
    if (recent.length > 2 * MAX_RECENT) recent.splice(0, recent.length - MAX_RECENT);
    for (const listener of listeners) for (const one of lines) listener(one);
  };
  const write = (entryLevel: LogLevel, name: string, text: string, given: LogFields): void => {
    if (!levels.shows(entryLevel, name)) return;
    const at = clock.now();
    const message = redactText(text.slice(0, MAX_TEXT_LENGTH)).slice(0, MAX_MESSAGE_LENGTH);
    const fields = cleanFields(given);
    const entry = { level: entryLevel, time: isoTime(at), name };
    const facts = Object.keys(fields).length > 0 ? { fields } : {};
    all.write(`${JSON.stringify({ ...entry, ...facts, message })}\n`);
    const readable = line({ at, level: entryLevel, name, message, fields });
    screen.write(readable);
    remember(readable);
    if (entryLevel === 'warn' || entryLevel === 'error') errors.write(readable);
  };
  return {
    log: logNamed('hearth', write),
    levels,
    recentLines: () => recent.slice(-MAX_RECENT),
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: async () => {
      await Promise.all([all.flush(), errors.flush()]);
    },
    readErrorLog: async () => {
      await errors.flush();
      const texts = await Promise.all([`${errorsPath}.1`, errorsPath].map(readOrEmpty));
      return texts.join('');
    },
  };
}

type Write = (level: LogLevel, name: string, message: string, fields: LogFields) => void;

function logNamed(name: string, write: Write): Log {
  return {
    debug: (message, fields = {}) => write('debug', name, message, fields),
    info: (message, fields = {}) => write('info', name, message, fields),
    warn: (message, fields = {}) => write('warn', name, message, fields),
    error: (message, fields = {}) => write('error', name, message, fields),
    named: (inner) => logNamed(inner, write),
  };
}

function cleanFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isSecretKey(key) ? '***' : redact(value)]),
  );
}

interface Entry {
  readonly at: number;
  readonly level: LogLevel;
  readonly name: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** `2026-11-20 05:45:08.123 WARN mqtt: the broker is gone host=10.0.0.1`, then the stack of an error. */
function line({ at, level, name, message, fields }: Entry): string {
  const time = isoTime(at).slice(0, 23).replace('T', ' ');
  const facts = Object.entries(fields).map(([key, value]) => ` ${oneLine(key)}=${factText(value)}`);
  const stacks = Object.values(fields).map(stackText).join('');
  return `${time} ${level.toUpperCase()} ${oneLine(name)}: ${oneLine(message)}${facts.join('')}\n${stacks}`;
}

function factText(value: unknown): string {
  if (isErrorFact(value)) return oneLine(`${value.name}: ${value.message}`);
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value)
    ? value
    : oneLine(JSON.stringify(value) ?? 'undefined');
}

function stackText(value: unknown): string {
  if (!isErrorFact(value) || value.stack === undefined) return '';
  const frames = value.stack.split('\n').filter((frame) => /^\s+at /.test(frame));
  return (
    frames
      .slice(0, 20)
      .map((frame) => `    ${oneLine(frame.trim())}\n`)
      .join('') + causeText(value.cause)
  );
}

function causeText(cause: unknown): string {
  return isErrorFact(cause) ? `  caused by ${factText(cause)}\n${stackText(cause)}` : '';
}

/** An error as returned by `redact`. */
interface ErrorFact {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function isErrorFact(value: unknown): value is ErrorFact {
  return (
    typeof value === 'object' && value !== null && 'name' in value && 'message' in value && 'stack' in value
  );
}

/** Line breaks and control characters in external names must not forge lines or color a terminal. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
