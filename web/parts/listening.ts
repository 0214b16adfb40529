import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AsyncActions } from './async-actions.ts';

/** A subscription of a page, started and stopped by a button and stopped with the page. */
export class Listening implements ReactiveController {
  isOn = false;
  private readonly host: ReactiveControllerHost;
  private end: () => void = () => {};
  private isBeginning = false;
  private isShown = false;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.isShown = true;
  }

  hostDisconnected(): void {
    this.isShown = false;
    this.stop();
  }

  /** Stops the subscription or starts it; `actions` shows the result. */
  async toggle(actions: AsyncActions, begin: () => Promise<() => Promise<void>>): Promise<void> {
    if (this.isOn) {
      this.stop();
      return;
    }
    // Ignores a second press while starting.
    if (this.isBeginning) return;
    this.isBeginning = true;
    await actions.run(async () => {
      const end = await begin();
      this.end = () => void end().catch(() => {});
      this.isOn = true;
    });
    this.isBeginning = false;
    if (!this.isShown) this.stop();
  }

  private stop(): void {
    this.end();
    this.end = () => {};
    this.isOn = false;
    this.host.requestUpdate();
  }
}
