const VERSION = /^v?(\d+(?:\.\d+)*)(?:[-.]?(a|alpha|b|beta|rc|dev)[-.]?(\d*))?(?:\+.*)?$/i;
/** The order of prerelease stages; without one a version is final. */
const STAGES: Readonly<Record<string, number>> = { dev: 0, a: 1, alpha: 1, b: 2, beta: 2, rc: 3 };

/** Whether `latest` is newer than `installed`; true for different versions that cannot be compared. */
export function isNewer(latest: string, installed: string): boolean {
  if (latest === installed) return false;
  const [a, b] = [partsOf(latest), partsOf(installed)];
  if (a === null || b === null) return true;
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const RELEASED = 9;
const MAX_NUMBERS = 8;

/** The numbers of a version, filled up to the same count, and behind them how finished it is. */
function partsOf(version: string): number[] | null {
  const match = VERSION.exec(version.trim());
  const numbers = match?.[1]?.split('.').map(Number) ?? [];
  if (match === null || numbers.length > MAX_NUMBERS) return null;
  const stage = STAGES[match[2]?.toLowerCase() ?? ''] ?? RELEASED;
  const padding = Array.from({ length: MAX_NUMBERS - numbers.length }, () => 0);
  return [...numbers, ...padding, stage, Number(match[3] ?? 0)];
}
