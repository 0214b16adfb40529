import { z } from 'zod';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands about integrations in processes. */
export function integrationControl({
  linesOf,
  apply,
}: {
  readonly linesOf: (domain: string) => readonly string[];
  /** Takes over what has changed in the data folder. */
  readonly apply: (domain: string) => Promise<void>;
}): ControlCommands {
  const schema = z.strictObject({ domain: z.string() });
  return new Map([
    ['integration/log', controlCommand(schema, ({ domain }) => linesOf(domain))],
    ['integration/apply', controlCommand(schema, ({ domain }) => apply(domain))],
  ]);
}
