/** How many automatic backups are kept: the newest `copies`, and those of the last `days`; null is no limit. */
export interface Retention {
  readonly copies: number | null;
  readonly days: number | null;
}

/** A backup as far as it matters for how long it is kept. */
interface Kept {
  readonly slug: string;
  /** In ISO 8601. */
  readonly date: string;
}

const DAY = 86_400_000;

/** The backups that are beyond what is kept at a location, never the newest good one there. */
export function beyond<T extends Kept>(
  backups: readonly T[],
  { copies, days }: Retention,
  { now, isGood }: { readonly now: number; readonly isGood: (slug: string) => boolean },
): T[] {
  const sorted = [...backups].sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const lastGood = sorted.find(({ slug }) => isGood(slug));
  return sorted.filter((backup, index) => {
    const age = now - Date.parse(backup.date);
    const isOver = (copies !== null && index >= copies) || (days !== null && age > days * DAY);
    return isOver && backup !== lastGood;
  });
}
