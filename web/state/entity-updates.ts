import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { HomeStore } from './home-store.ts';
import { ReloadOnReconnect } from './reload-on-reconnect.ts';

/** Loads the entity registry when the host is connected, after a reconnect, and whenever it changes. */
export class EntityUpdates implements ReactiveController {
  private readonly host: ReactiveControllerHost & { readonly home: HomeStore };
  private readonly load: () => void;
  private end: () => void = () => {};

  constructor(host: ReactiveControllerHost & { readonly home: HomeStore }, load: () => void) {
    this.host = host;
    this.load = load;
    host.addController(this);
    new ReloadOnReconnect(host, load);
  }

  hostConnected(): void {
    const listening = this.host.home.connection.subscribeEvents(this.load, 'entity_registry_updated');
    listening.catch(() => {});
    this.end = () => void listening.then((end) => end()).catch(() => {});
  }

  hostDisconnected(): void {
    this.end();
  }
}
