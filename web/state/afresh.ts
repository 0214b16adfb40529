import type { Connection } from 'home-assistant-js-websocket';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A part of a page that asks the server for what it shows. */
export type Asking = ReactiveControllerHost & {
  readonly house: { readonly connection: Pick<Connection, 'addEventListener' | 'removeEventListener'> };
};

/** Has something read when its part of the page opens, and again after the connection was lost: nobody tells what changed meanwhile. */
export class Afresh implements ReactiveController {
  private readonly host: Asking;
  private readonly load: () => void;
  private end: () => void = () => {};

  constructor(host: Asking, load: () => void) {
    this.host = host;
    this.load = load;
    host.addController(this);
  }

  hostConnected(): void {
    const { load } = this;
    const { connection } = this.host.house;
    connection.addEventListener('ready', load);
    this.end = () => connection.removeEventListener('ready', load);
    load();
  }

  hostDisconnected(): void {
    this.end();
  }
}
