import '../texts/notices.ts';
import type { HomeStore } from '../state/home-store.ts';
import { NOTICE_KINDS } from './index.ts';
import type { Notice, NoticeKind } from './notice.ts';

/** All notices of the user, by kind. */
export class NoticeStore {
  readonly home: HomeStore;
  private readonly found = new Map<NoticeKind, readonly Notice[]>();
  private readonly listeners = new Set<() => void>();
  private readonly undo: (() => void)[] = [];
  private isWaiting = false;

  constructor(home: HomeStore) {
    this.home = home;
  }

  /** Starts to follow them. */
  open(kinds: readonly NoticeKind[] = NOTICE_KINDS): void {
    const { home, found } = this;
    for (const kind of kinds) {
      if (kind.isForAdmins && !home.user.is_admin) continue;
      found.set(kind, []);
      this.undo.push(
        kind.follow(home, (notices) => {
          found.set(kind, notices);
          this.emit();
        }),
      );
    }
  }

  close(): void {
    for (const undo of this.undo.splice(0)) undo();
  }

  get count(): number {
    return [...this.found.values()].reduce((sum, notices) => sum + notices.length, 0);
  }

  /** The kinds that have notices, each with the newest first. */
  sections(): readonly { readonly kind: NoticeKind; readonly notices: readonly Notice[] }[] {
    return [...this.found].flatMap(([kind, notices]) =>
      notices.length === 0 ? [] : [{ kind, notices: [...notices].sort(byTime) }],
    );
  }

  /** Calls back after changes, many at once as one. Returns a function that ends it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private emit(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    setTimeout(() => {
      this.isWaiting = false;
      for (const listener of this.listeners) listener();
    }, 50);
  }
}

function byTime(a: Notice, b: Notice): number {
  const [first = '', second = ''] = [a.time, b.time];
  return first < second ? 1 : first > second ? -1 : 0;
}
