import { table } from './call.ts';

export const BYTES_METHODS = table([]);
