/** What a flag is; the hint is its line in the help. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly hint: string;
}

/** The flags as they were given, and the argument under its name. */
export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** One command of `bin/hearth`. What it needs is loaded when it is called, so that each starts fast. */
export interface Command {
  readonly words: readonly string[];
  /** The name of the one argument it may take without a flag. */
  readonly argument?: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Flag>>;
  load(): Promise<(flags: FlagValues) => Promise<void>>;
}
