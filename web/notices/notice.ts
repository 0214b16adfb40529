import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';

/** One entry of the notification center. Its texts may come from anywhere and are never markup. */
export interface Notice {
  /** Unique in its kind. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text?: string | undefined;
  /** When it came: an ISO 8601 timestamp. */
  readonly time?: string | undefined;
  /** Where something can be done about it: a path of the app. */
  readonly link?: { readonly path: string; readonly label: string } | undefined;
}

/** A kind of notices: where they come from, and how one is removed from the list. */
export interface NoticeKind {
  readonly name: string;
  readonly title: TextKey;
  /** A path of the icon set. */
  readonly icon: string;
  readonly isForAdmins: boolean;
  /** What the button that removes a notice says. */
  readonly dismissal: TextKey;
  /** Calls back with all notices, now and after each change. Returns a function that ends it. */
  follow(home: HomeStore, show: (notices: readonly Notice[]) => void): () => void;
  /** Removes one. Rejects if the server refuses. */
  dismiss(home: HomeStore, id: string): Promise<unknown>;
  /** Removes all, for kinds whose notices only inform. */
  dismissAll?(home: HomeStore, ids: readonly string[]): Promise<unknown>;
}

/** Follows a subscription of the server, also across connections. Returns a function that ends it. */
export function subscribeTo<T>(home: HomeStore, type: string, take: (message: T) => void): () => void {
  const listening = home.connection.subscribeMessage<T>(take, { type });
  listening.catch(() => {});
  return () => void listening.then((end) => end()).catch(() => {});
}
