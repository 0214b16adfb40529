import { z } from 'zod';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands about integrations in processes. */
export function integrationControl(linesOf: (domain: string) => readonly string[]): ControlCommands {
  const schema = z.strictObject({ domain: z.string() });
  return new Map([['integration/log', controlCommand(schema, ({ domain }) => linesOf(domain))]]);
}
