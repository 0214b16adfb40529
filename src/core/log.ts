/** Structured fields of a log line; an `error` among them is logged with its stack. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The server log. `/api/error_log` shows its warnings and errors [§4.1]. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with a more specific name, such as `mqtt`. */
  named(name: string): Log;
}

const nothing = (): void => {};

/** A log that discards everything, for tests and tools. */
export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  named: () => silentLog,
};
