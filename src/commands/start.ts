import type { FlagValues } from './command.ts';

/** `hearth start`: serves until the process is told to stop. */
export async function start(_flags: FlagValues): Promise<void> {
  throw new Error('the server is not built yet');
}
