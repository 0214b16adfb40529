import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { House } from './house.ts';

/**
 * A page that shows the registry of entities: calls back when the page opens, whenever that registry changed, and after the connection was
 * lost, since nobody tells what changed meanwhile.
 */
export class EntityNews implements ReactiveController {
  private readonly host: ReactiveControllerHost & { readonly house: House };
  private readonly load: () => void;
  private end: () => void = () => {};

  constructor(host: ReactiveControllerHost & { readonly house: House }, load: () => void) {
    this.host = host;
    this.load = load;
    host.addController(this);
  }

  hostConnected(): void {
    const { load } = this;
    const { connection } = this.host.house;
    const listening = connection.subscribeEvents(load, 'entity_registry_updated');
    listening.catch(() => {});
    connection.addEventListener('ready', load);
    this.end = () => {
      connection.removeEventListener('ready', load);
      void listening.then((end) => end()).catch(() => {});
    };
    load();
  }

  hostDisconnected(): void {
    this.end();
  }
}
