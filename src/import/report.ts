/** What becomes of a thing of the other installation. */
export const OUTCOMES = ['imported', 'partial', 'waiting', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One thing of the other installation, such as an area, a user or a file. */
export interface ReportEntry {
  readonly outcome: Outcome;
  /** What it is, such as `area`. */
  readonly kind: string;
  readonly name: string;
  /** What is missing or why; never a secret. */
  readonly reason?: string;
  /** Whether it stays off until the owner has approved it. */
  readonly needsApproval?: true;
}

/** Everything found in the other installation, each thing once, in one of four outcomes. */
export class Report {
  private readonly found = new Map<string, ReportEntry>();

  get entries(): readonly ReportEntry[] {
    return [...this.found.values()];
  }

  imported(kind: string, name: string): void {
    this.add({ outcome: 'imported', kind, name });
  }

  /** Imported, except for what the reason names. Several reasons for one thing are joined. */
  partial(kind: string, name: string, reason: string): void {
    this.add({ outcome: 'partial', kind, name, reason });
  }

  waiting(kind: string, name: string, reason: string): void {
    this.add({ outcome: 'waiting', kind, name, reason });
  }

  skipped(kind: string, name: string, reason: string): void {
    this.add({ outcome: 'skipped', kind, name, reason });
  }

  /** Imported, but off until the owner turns it on. */
  needsApproval(kind: string, name: string, reason: string): void {
    this.add({ outcome: 'partial', kind, name, reason, needsApproval: true });
  }

  /** The entries of one outcome, by kind, in the order in which the kinds were found. */
  byKind(outcome: Outcome): ReadonlyMap<string, readonly ReportEntry[]> {
    const kinds = new Map<string, ReportEntry[]>();
    for (const entry of this.found.values()) {
      if (entry.outcome !== outcome) continue;
      const known = kinds.get(entry.kind) ?? [];
      kinds.set(entry.kind, known);
      known.push(entry);
    }
    return kinds;
  }

  private add(entry: ReportEntry): void {
    const key = `${entry.kind}\n${entry.name}`;
    const before = this.found.get(key);
    this.found.set(key, before === undefined ? entry : joined(before, entry));
  }
}

/** The worse outcome counts: a thing is imported only if nothing says otherwise. */
function joined(before: ReportEntry, entry: ReportEntry): ReportEntry {
  const rank = (one: ReportEntry): number => OUTCOMES.indexOf(one.outcome);
  const worse = rank(entry) > rank(before) ? entry : before;
  const reasons = [before.reason, entry.reason].filter((reason) => reason !== undefined);
  const reason = [...new Set(reasons)].join('; ');
  const needsApproval = before.needsApproval ?? entry.needsApproval;
  return {
    ...worse,
    ...(reason === '' ? {} : { reason }),
    ...(needsApproval === undefined ? {} : { needsApproval }),
  };
}
