// The speed of the machine during tests, so that time budgets also apply to slow or busy machines.

/** Milliseconds per sample on the machine of the budget, an x86 server with two free cores. */
const REFERENCE = 25;
const EVERY = 3000;
const ROUNDS = 24_000_000;

/**
 * Samples the speed of the machine until it is stopped: a fixed piece of work, a hundredth of the time. It
 * continues during the tests, since an idle machine may become busy later. `slowness()` returns how many
 * times slower than the reference machine it has been since the last call, at least 1, so that a fast machine
 * does not permit slow tests.
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

/** Integer arithmetic in which each round depends on the previous one. */
function work() {
  let hash = 1;
  for (let round = 0; round < ROUNDS; round++) hash = (Math.imul(hash, 31) + round) | 0;
  return hash;
}
