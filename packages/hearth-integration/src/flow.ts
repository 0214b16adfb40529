import type { z } from 'zod';
import type { PlainValues } from '../../../src/integrations/processes/described.ts';
import type { EntryData, FlowSource } from '../../../src/integrations/processes/protocol.ts';

/** What a further form shows besides its fields. */
export interface AskOptions {
  /** Replace `{name}` in its texts. */
  readonly placeholders?: Readonly<Record<string, string>>;
  readonly suggested?: PlainValues;
}

/** The conversation with the user, in `connect`. */
export interface Flow {
  readonly source: FlowSource;
  /** What was discovered, where the flow began with that. */
  readonly discovered: PlainValues | undefined;
  /** The entry whose login or settings change. */
  readonly entry: EntryData | undefined;
  /**
   * Shows another form and waits for its values. When `connect` throws afterwards, this form is shown again with the
   * error, and `connect` runs again with the former answers and the new one.
   */
  ask<Form extends z.ZodObject>(step: string, form: Form, options?: AskOptions): Promise<z.output<Form>>;
  /** Shows a form without fields. */
  confirm(step: string, options?: AskOptions): Promise<void>;
  /** Lets the user choose how to go on. */
  choose<Name extends string>(step: string, names: readonly Name[], options?: AskOptions): Promise<Name>;
  /** Shows the text `config.progress.<action>` while something takes its time. */
  progress<Value>(action: string, work: Promise<Value>, options?: AskOptions): Promise<Value>;
  /**
   * Says whose device it is before the end, so that a flow for a known one ends; `updates` are what its entry takes
   * over.
   */
  identify(uniqueId: string, title: string, updates?: PlainValues): void;
}
