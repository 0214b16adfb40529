import type { Connection } from 'home-assistant-js-websocket';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A page element that loads data from the server. */
export type Pending = ReactiveControllerHost &
  ({ readonly home: { readonly connection: Listened } } | { readonly connection: Listened });

type Listened = Pick<Connection, 'addEventListener' | 'removeEventListener'>;

/**
 * Loads data when the host is connected, and again after a reconnect, since changes may have been missed
 * meanwhile.
 */
export class ReloadOnReconnect implements ReactiveController {
  private readonly host: Pending;
  private readonly load: () => void;
  private end: () => void = () => {};

  constructor(host: Pending, load: () => void) {
    this.host = host;
    this.load = load;
    host.addController(this);
  }

  hostConnected(): void {
    const { load } = this;
    const connection = 'home' in this.host ? this.host.home.connection : this.host.connection;
    connection.addEventListener('ready', load);
    this.end = () => connection.removeEventListener('ready', load);
    load();
  }

  hostDisconnected(): void {
    this.end();
  }
}
