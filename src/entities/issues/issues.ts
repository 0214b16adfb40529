import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Collection } from '../../storage/documents.ts';

/** Something that users should know or repair. Its texts are `issues` of the message catalog, by domain and key. */
export interface Issue {
  readonly domain: string;
  /** What it concerns; unique in its domain. */
  readonly id: string;
  readonly severity: 'warning' | 'error' | 'critical';
  readonly translationKey: string;
  readonly placeholders?: Readonly<Record<string, string>>;
  /** A page that helps. */
  readonly learnMoreUrl?: string;
}

/** When an issue was first seen, in milliseconds since 1970, and the version in which a user chose to ignore it. */
export const IssueRecord = z.object({ created: z.number(), dismissed_version: z.string().nullable() });
export type IssueRecord = z.infer<typeof IssueRecord>;

/** The dependencies of `Issues`. */
export interface IssueParts {
  /** Finds all issues that there are now. */
  readonly find: () => Iterable<Issue>;
  readonly store: Collection<IssueRecord>;
  readonly version: string;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** An issue as clients list it [frontend facts §9]. */
export interface ShownIssue {
  readonly [key: string]: unknown;
  readonly domain: string;
  readonly issue_id: string;
}

/** What users should know or repair; found anew whenever something it depends on has changed. */
export class Issues {
  private readonly parts: IssueParts;
  private known: ReadonlyMap<string, Issue> = new Map();

  constructor(parts: IssueParts) {
    this.parts = parts;
  }

  list(): ShownIssue[] {
    this.refresh();
    return [...this.known].map(([key, issue]) => this.show(key, issue));
  }

  /** Hides an issue from the list of repairs, or shows it again. Throws `not_found` for an unknown one. */
  async ignore(domain: string, id: string, isIgnored: boolean): Promise<void> {
    const { store, version } = this.parts;
    const key = this.require(domain, id);
    const created = store.entries.get(key)?.created ?? this.parts.clock.now();
    await store.put(key, { created, dismissed_version: isIgnored ? version : null });
    this.announce('update', domain, id);
  }

  /** Throws `not_found` for an unknown issue. */
  check(domain: string, id: string): void {
    this.require(domain, id);
  }

  /** Finds the issues again, and announces which came and went. */
  refresh(): void {
    const { store, clock } = this.parts;
    const found = new Map([...this.parts.find()].map((issue) => [keyOf(issue.domain, issue.id), issue]));
    const before = this.known;
    this.known = found;
    for (const [key, { domain, id }] of found) {
      if (before.has(key)) continue;
      if (!store.entries.has(key))
        store.put(key, { created: clock.now(), dismissed_version: null }).catch(ignoreLogged);
      this.announce('create', domain, id);
    }
    for (const [key, { domain, id }] of before) {
      if (found.has(key)) continue;
      store.delete(key).catch(ignoreLogged);
      this.announce('remove', domain, id);
    }
  }

  private require(domain: string, id: string): string {
    this.refresh();
    const key = keyOf(domain, id);
    if (!this.known.has(key)) throw fault('unknown_issue', 'issue_not_found', { id: id.slice(0, 200) });
    return key;
  }

  private show(key: string, issue: Issue): ShownIssue {
    const { created, dismissed_version } = this.parts.store.entries.get(key) ?? {
      created: this.parts.clock.now(),
      dismissed_version: null,
    };
    return {
      breaks_in_ha_version: null,
      created: isoTime(created),
      dismissed_version,
      ignored: dismissed_version !== null,
      domain: issue.domain,
      is_fixable: false,
      issue_domain: null,
      issue_id: issue.id,
      learn_more_url: issue.learnMoreUrl ?? null,
      severity: issue.severity,
      translation_key: issue.translationKey,
      translation_placeholders: issue.placeholders ?? null,
    };
  }

  private announce(action: 'create' | 'update' | 'remove', domain: string, issue_id: string): void {
    const at = this.parts.clock.now();
    const data = { action, domain, issue_id };
    this.parts.bus.fire('repairs_issue_registry_updated', data, at, newContext(at));
  }
}

function keyOf(domain: string, id: string): string {
  return `${domain} ${id}`;
}
