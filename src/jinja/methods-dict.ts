import { table } from './call.ts';

export const DICT_METHODS = table([]);
