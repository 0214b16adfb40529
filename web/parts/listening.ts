import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Deeds } from './deeds.ts';

/** Something a page hears on demand: it begins and ends with a button, and with the page. */
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

  /** Ends it where it goes on, else begins it; how that went is said by the deeds. */
  async toggle(deeds: Deeds, begin: () => Promise<() => Promise<void>>): Promise<void> {
    if (this.isOn) {
      this.stop();
      return;
    }
    // A second press while the first is on its way is none.
    if (this.isBeginning) return;
    this.isBeginning = true;
    await deeds.run(async () => {
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
