import { table } from './call.ts';

export const LIST_METHODS = table([]);
export const RANGE_METHODS = table([]);
export const SET_METHODS = table([]);
export const TUPLE_METHODS = table([]);
