import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { House } from './house.ts';

/** A page that shows the registry of entities: calls back when the page opens, and whenever that registry changed. */
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
    const listening = this.host.house.connection.subscribeEvents(this.load, 'entity_registry_updated');
    this.end = () => void listening.then((end) => end()).catch(() => {});
    this.load();
  }

  hostDisconnected(): void {
    this.end();
  }
}
