import { isThorough } from '../thoroughness.ts';
import { hash } from './aim.ts';

const SHARE = 10;

/** Whether a check is made in this run: all are in the long form, the same tenth of them otherwise. */
export function isChosen(key: string): boolean {
  return isThorough || hash(`oracle ${key}`) % SHARE === 0;
}
