import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { HomeStore } from './home-store.ts';
import type { Topic } from './topics.ts';

/**
 * Rerenders its host when the data it shows has changed. `topics` is called after each render, since the host
 * may then show other data.
 */
export class Watch implements ReactiveController {
  private readonly host: ReactiveControllerHost & { readonly home: HomeStore };
  private readonly topics: () => readonly (string | Topic)[];
  private followed: readonly string[] = [];
  private home: HomeStore | undefined;
  private end: (() => void) | undefined;
  private isConnected = false;

  constructor(
    host: ReactiveControllerHost & { readonly home: HomeStore },
    topics: () => readonly (string | Topic)[],
  ) {
    this.host = host;
    this.topics = topics;
    host.addController(this);
  }

  hostUpdated(): void {
    this.follow();
  }

  hostConnected(): void {
    this.isConnected = true;
    if (this.host.home !== undefined) this.follow();
  }

  hostDisconnected(): void {
    this.isConnected = false;
    this.end?.();
    this.end = undefined;
    this.followed = [];
  }

  private follow(): void {
    // An element that was removed while it waited for its update is updated once more, and must not listen again.
    if (!this.isConnected) return;
    const { home } = this.host;
    const topics = this.topics();
    const isSame =
      this.home === home &&
      this.end !== undefined &&
      topics.length === this.followed.length &&
      topics.every((topic, i) => topic === this.followed[i]);
    if (isSame) return;
    this.end?.();
    this.home = home;
    this.followed = topics;
    this.end = home.listen(topics, () => this.host.requestUpdate());
  }
}
