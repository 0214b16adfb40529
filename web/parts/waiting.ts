import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Counts down the seconds until another attempt is allowed; rerenders the host every second. */
export class Waiting implements ReactiveController {
  seconds = 0;
  private readonly host: ReactiveControllerHost;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  begin(seconds: number): void {
    clearInterval(this.timer);
    this.seconds = seconds;
    this.host.requestUpdate();
    this.timer = setInterval(() => {
      this.seconds -= 1;
      if (this.seconds <= 0) clearInterval(this.timer);
      this.host.requestUpdate();
    }, 1000);
  }

  hostDisconnected(): void {
    clearInterval(this.timer);
  }
}
