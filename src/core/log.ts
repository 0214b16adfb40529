/** Facts that go with a line of the log; an `error` among them is written with its stack. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the server says what happened. Warnings and errors are also what `/api/error_log` shows [§4.1]. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log under a narrower name, e.g. `mqtt`. */
  named(name: string): Log;
}

const nothing = (): void => {};

/** A log that keeps nothing, for tests and tools. */
export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  named: () => silentLog,
};
