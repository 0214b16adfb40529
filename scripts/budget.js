// The time budget of `npm test` and `npm run check`: what each part may take, and the judgement of what it took.

/**
 * Seconds each part may take on a machine with two free cores, about half as much again as it takes there. Together they stay below the eight
 * minutes that `npm test` may take. A part that needs more time loses its slow tests, or moves their long form to `npm run test:all`.
 */
export const SHARES = { checks: 60, unit: 110, hub: 50, e2e: 90, browser: 170 };
/** The probe for `slowness` runs beside the tests and is coarse: other load during a part shows in it only partly. */
export const TOLERANCE = 2;

/**
 * Judges the parts: `{ name, seconds, slowness }`, where `slowness` says how many times slower than the reference the machine was meanwhile
 * (`speed.js`). A share is scaled by it: seconds alone would fail on a slow or a shared machine, and processor time would not see a test that sleeps.
 */
export function judge(parts) {
  return parts.map(({ name, seconds, slowness }) => {
    const limit = (SHARES[name] ?? 0) * slowness * TOLERANCE;
    return { name, seconds, limit, isOver: seconds > limit };
  });
}

/** The table of what each part took and may take, a line each. */
export function budgetLines(judged) {
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(9))).join('');
  const rows = judged.map(({ name, seconds, limit, isOver }) => {
    const verdict = isOver ? '  ✗ over its share: see scripts/budget.js' : '';
    return line([name, seconds.toFixed(1), limit.toFixed(1)]) + verdict;
  });
  return [line(['', 'seconds', 'share']), ...rows];
}
