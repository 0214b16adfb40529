// Makes the answers of two servers comparable: the time of a change becomes the number of the step that caused
// it, and random identifiers become words.

const TIMES = new Set([
  'lu',
  'lc',
  'when',
  'last_changed',
  'last_updated',
  'end_time',
  'start_time',
  'last_triggered',
]);
const IDENTIFIERS = new Set(['context_id', 'context_user_id', 'run_id', 'user_id']);

/** Normalizes with the times of the steps in milliseconds, in order; other times stay as they are. */
export function normalizer(steps) {
  const begin = steps[0] ?? Number.POSITIVE_INFINITY;
  const stepOf = (at) => {
    if (at < begin) return Math.round(at);
    let [low, high] = [0, steps.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (steps[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return `step ${low}`;
  };
  const normalize = (value, key) => {
    if (TIMES.has(key) && (typeof value === 'number' || typeof value === 'string'))
      return stepOf(typeof value === 'number' ? value * 1000 : Date.parse(value));
    if (IDENTIFIERS.has(key) && typeof value === 'string') return 'an identifier';
    if (Array.isArray(value)) return inSteps(value.map((one) => normalize(one)));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, name === 'id' ? one : normalize(one, name)]),
    );
  };
  return normalize;
}

/**
 * Entries of the logbook within one step by their text: their times differ by less than a millisecond, which is all
 * that ours are stored with.
 */
function inSteps(list) {
  if (list[0]?.when === undefined) return list;
  const orderOf = (entry) => JSON.stringify(Object.entries(entry).sort());
  const first = new Map();
  for (const [at, { when }] of list.entries()) if (!first.has(when)) first.set(when, at);
  return [...list].sort(
    (a, b) => first.get(a.when) - first.get(b.when) || (orderOf(a) < orderOf(b) ? -1 : 1),
  );
}

/** The differences of two values as `path: ours, theirs`, at most `limit`. */
export function differences(ours, theirs, tolerance = 0, limit = 4) {
  const found = [];
  const compare = (a, b, path) => {
    if (found.length >= limit || a === b) return;
    if (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= tolerance + 1e-9 * Math.abs(b))
      return;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) found.push(`${path}: ${a.length} rows, ${b.length} in Home Assistant`);
      for (let at = 0; at < Math.min(a.length, b.length); at++) compare(a[at], b[at], `${path}[${at}]`);
    } else if (isRecord(a) && isRecord(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[key], b[key], `${path}.${key}`);
    } else found.push(`${path}: ${shown(a)}, ${shown(b)} in Home Assistant`);
  };
  compare(ours, theirs, '');
  return found;
}

function isRecord(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function shown(value) {
  return (JSON.stringify(value) ?? 'absent').slice(0, 300);
}
