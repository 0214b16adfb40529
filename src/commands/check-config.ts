import type { FlagValues } from './command.ts';

/** `hearth check-config`: prints what is wrong with the settings, one line each, and fails when something is. */
export async function checkConfig(_flags: FlagValues): Promise<void> {}
