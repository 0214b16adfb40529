/** A command line flag; the hint is its line in the help. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly hint: string;
}

/** The flags as given, and the positional argument under its name. */
export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** A command of `bin/hearth`. Its code is loaded on use, so that every command starts fast. */
export interface Command {
  readonly words: readonly string[];
  /** The name of the optional positional argument. */
  readonly argument?: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Flag>>;
  load(): Promise<(flags: FlagValues) => Promise<void>>;
}
