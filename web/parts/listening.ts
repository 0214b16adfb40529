import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Deeds } from './deeds.ts';

/** Something a page hears on demand: it begins and ends with a button, and with the page. */
export class Listening implements ReactiveController {
  isOn = false;
  private readonly host: ReactiveControllerHost;
  private end: () => void = () => {};

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Ends it where it goes on, else begins it; how that went is said by the deeds. */
  async toggle(deeds: Deeds, begin: () => Promise<() => Promise<void>>): Promise<void> {
    if (this.isOn) {
      this.stop();
      return;
    }
    await deeds.run(async () => {
      const end = await begin();
      this.end = () => void end().catch(() => {});
      this.isOn = true;
    });
  }

  private stop(): void {
    this.end();
    this.end = () => {};
    this.isOn = false;
    this.host.requestUpdate();
  }
}
