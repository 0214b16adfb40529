import { table } from './call.ts';

export const INT_METHODS = table([]);
export const FLOAT_METHODS = table([]);
