// The time budget of `npm test` and `npm run check`, and the check against the measured times.

/**
 * Seconds per part on a machine with two free cores, a little more than it takes there. Together they are
 * within the six minutes of `npm test`; `checks` and `unit`, which are `npm run check`, within 90 seconds. A
 * part that needs more time must drop its slow tests or move their long form to `npm run test:all`.
 */
export const SHARES = { checks: 32, unit: 42, slow: 36, hub: 62, e2e: 72, browser: 116 };
/**
 * The `slowness` probe runs beside the tests and is coarse: it only partly detects other load during a part.
 */
export const TOLERANCE = 1.5;

/**
 * Judges the parts: `{ name, seconds, slowness }`, where `slowness` is how many times slower than the
 * reference the machine was meanwhile (`speed.js`). Limits are scaled by it: seconds alone would fail on a
 * slow or shared machine, and CPU time would not count a test that sleeps.
 */
export function judge(parts) {
  return parts.map(({ name, seconds, slowness }) => {
    const limit = (SHARES[name] ?? 0) * slowness * TOLERANCE;
    return { name, seconds, limit, isOver: seconds > limit };
  });
}

/** The table of the time and the limit of each part, one line each. */
export function budgetLines(judged) {
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(9))).join('');
  const rows = judged.map(({ name, seconds, limit, isOver }) => {
    const verdict = isOver ? '  ✗ over its share: see scripts/test-budget.js' : '';
    return line([name, seconds.toFixed(1), limit.toFixed(1)]) + verdict;
  });
  return [line(['', 'seconds', 'share']), ...rows];
}
