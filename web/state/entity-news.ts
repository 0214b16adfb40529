import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Afresh } from './afresh.ts';
import type { House } from './house.ts';

/** A page that shows the registry of entities: has it read when the page opens, after the connection was lost, and whenever it changed. */
export class EntityNews implements ReactiveController {
  private readonly host: ReactiveControllerHost & { readonly house: House };
  private readonly load: () => void;
  private end: () => void = () => {};

  constructor(host: ReactiveControllerHost & { readonly house: House }, load: () => void) {
    this.host = host;
    this.load = load;
    host.addController(this);
    new Afresh(host, load);
  }

  hostConnected(): void {
    const listening = this.host.house.connection.subscribeEvents(this.load, 'entity_registry_updated');
    listening.catch(() => {});
    this.end = () => void listening.then((end) => end()).catch(() => {});
  }

  hostDisconnected(): void {
    this.end();
  }
}
