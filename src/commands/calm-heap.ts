import { setFlagsFromString } from 'node:v8';
import { busyShare, type Clock, every, type Undo } from '../core/clock.ts';

const LOOK = 1000;
/** From this share of a second on the server is busy. */
const BUSY = 0.3;
/** After so many seconds in a row that were not busy it is calm. */
const CALM_AFTER = 5;

/**
 * Lets V8 keep its heap small while the server is calm: what a load needed is given back in small steps some ten seconds after it. Under
 * load V8 is left alone, since calls would pay for it. `busy` gives the busy share of the time since it was asked last.
 */
export function keepHeapSmallWhenCalm(clock: Clock, busy = busyShare(), keepSmall = tellV8): Undo {
  let calm = 0;
  let isSmall = false;
  return every(clock, LOOK, () => {
    calm = busy() < BUSY ? calm + 1 : 0;
    const isCalm = calm >= CALM_AFTER;
    if (isSmall === isCalm) return;
    isSmall = isCalm;
    keepSmall(isCalm);
  });
}

function tellV8(small: boolean): void {
  setFlagsFromString(small ? '--optimize-for-size' : '--no-optimize-for-size');
}
