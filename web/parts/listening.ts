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

  /**
   * Stops the subscription or starts it with a function that takes its messages; `actions` shows the result.
   * Messages that arrive between stopping and the server's confirmation are dropped.
   */
  async toggle<Message>(
    actions: AsyncActions,
    receive: (message: Message) => void,
    begin: (receive: (message: Message) => void) => Promise<() => Promise<void>>,
  ): Promise<void> {
    if (this.isOn) {
      this.stop();
      return;
    }
    // Ignores a second press while starting.
    if (this.isBeginning) return;
    this.isBeginning = true;
    await actions.run(async () => {
      let isOpen = true;
      const end = await begin((message) => {
        if (isOpen) receive(message);
      });
      this.end = () => {
        isOpen = false;
        void end().catch(() => {});
      };
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
