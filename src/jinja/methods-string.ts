import { table } from './call.ts';

export const STRING_METHODS = table([]);
