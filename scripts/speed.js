// How fast the machine is while tests run, so that a time budget means the same on a slow or a busy machine.

/** Milliseconds one sample takes on the machine the budget was measured on, an x86 server with two free cores. */
const REFERENCE = 25;
const EVERY = 3000;
const ROUNDS = 24_000_000;

/**
 * Samples the speed of the machine until it is stopped: a fixed piece of work, a hundredth of the time. Sampling goes on during the tests, since
 * a machine that was free when they began may be shared later. `slowness()` returns how many times slower than the reference machine it has been
 * since it was last asked: 1 at least, so that a fast machine buys nobody a slow test.
 */
export function sampleSpeed() {
  let samples = [];
  work();
  const timer = setInterval(() => samples.push(timeOf(work)), EVERY);
  timer.unref();
  return {
    slowness: () => {
      if (samples.length === 0) samples.push(timeOf(work));
      const median = samples.sort((a, b) => a - b)[samples.length >> 1];
      samples = [];
      return Math.max(1, median / REFERENCE);
    },
    stop: () => clearInterval(timer),
  };
}

function timeOf(task) {
  const begun = performance.now();
  task();
  return performance.now() - begun;
}

/** Integer arithmetic with a result that depends on each round. */
function work() {
  let hash = 1;
  for (let round = 0; round < ROUNDS; round++) hash = (Math.imul(hash, 31) + round) | 0;
  return hash;
}
