import { isThorough } from '../thoroughness.ts';
import { hash } from './aim.ts';

const SHARE = 10;

/** Whether a check is part of this run: all are in the long form, otherwise always the same tenth. */
export function isChosen(key: string): boolean {
  return isThorough || hash(`oracle ${key}`) % SHARE === 0;
}
