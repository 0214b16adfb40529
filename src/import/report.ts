import { type Translation, translationOfMessage } from '../core/errors.ts';
import { englishText, itemList, type Message } from '../core/messages.ts';

/** What becomes of a thing of the other installation. */
export const OUTCOMES = ['imported', 'partial', 'waiting', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One thing of the other installation, such as an area, a user or a file. */
export interface ReportEntry {
  readonly outcome: Outcome;
  /** What it is, such as `area`. */
  readonly kind: string;
  readonly name: string;
  /** What is missing or why, in English; never a secret. */
  readonly reason?: string;
  /** The same for clients in other languages; not if a part of it has no message. */
  readonly reason_translation?: Translation;
  /** Whether it stays off until the owner has approved it. */
  readonly needsApproval?: true;
}

/** What is missing or why: a message, or text of the other installation. */
type Reason = Message | string;

/** Everything found in the other installation, each thing once, in one of four outcomes. */
export class Report {
  private readonly found = new Map<string, ReportEntry>();
  /** The reasons of each entry. */
  private readonly reasons = new Map<string, readonly Reason[]>();

  get entries(): readonly ReportEntry[] {
    return [...this.found.values()];
  }

  imported(kind: string, name: string): void {
    this.add({ outcome: 'imported', kind, name }, []);
  }

  /** Imported, except for what the reason names. Several reasons for one thing are joined. */
  partial(kind: string, name: string, reason: Reason): void {
    this.add({ outcome: 'partial', kind, name }, [reason]);
  }

  waiting(kind: string, name: string, reason: Reason): void {
    this.add({ outcome: 'waiting', kind, name }, [reason]);
  }

  skipped(kind: string, name: string, reason: Reason): void {
    this.add({ outcome: 'skipped', kind, name }, [reason]);
  }

  /** Imported, but off until the owner turns it on. */
  needsApproval(kind: string, name: string, reason: Reason): void {
    this.add({ outcome: 'partial', kind, name, needsApproval: true }, [reason]);
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

  private add(entry: ReportEntry, reasons: readonly Reason[]): void {
    const key = `${entry.kind}\n${entry.name}`;
    const before = this.found.get(key);
    const all = new Map(
      [...(this.reasons.get(key) ?? []), ...reasons].map((reason) => [englishText(reason), reason]),
    );
    this.reasons.set(key, [...all.values()]);
    this.found.set(key, { ...(before === undefined ? entry : worse(before, entry)), ...shownReasons(all) });
  }
}

/** The worse outcome counts: a thing is imported only if nothing says otherwise. */
function worse(before: ReportEntry, entry: ReportEntry): ReportEntry {
  const rank = (one: ReportEntry): number => OUTCOMES.indexOf(one.outcome);
  const needsApproval = before.needsApproval ?? entry.needsApproval;
  return {
    ...(rank(entry) > rank(before) ? entry : before),
    ...(needsApproval === undefined ? {} : { needsApproval }),
  };
}

/** Reasons by their English text, as an entry has them. */
function shownReasons(all: ReadonlyMap<string, Reason>): Pick<ReportEntry, 'reason' | 'reason_translation'> {
  if (all.size === 0) return {};
  const messages = [...all.values()].filter((reason) => typeof reason !== 'string');
  return {
    reason: [...all.keys()].join('; '),
    ...(messages.length < all.size ? {} : { reason_translation: translationOfMessage(itemList(messages)) }),
  };
}
