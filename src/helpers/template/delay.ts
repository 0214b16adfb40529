import type { Clock, Undo } from '../../core/clock.ts';
import { durationSchema } from '../../domains/definition/field.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { Delays } from './template-kind.ts';
import { attributeOf } from './values.ts';

/** Delays the state of a binary sensor until it has been stable long enough. */
export class Delay {
  private readonly delays: Delays;
  private readonly clock: Clock;
  private readonly render: (template: unknown) => Value;
  private cancel: Undo | undefined;
  private awaited: boolean | null = null;

  constructor(delays: Delays, clock: Clock, render: (template: unknown) => Value) {
    this.delays = delays;
    this.clock = clock;
    this.render = render;
  }

  /** Shows a state, now or later; `shown` is the current one. */
  say(on: boolean | null, shown: unknown, show: (on: boolean | null) => void): void {
    if (on === this.awaited && this.cancel !== undefined && on !== shown) return;
    this.end();
    const wait = on === shown || on === null ? 0 : this.milliseconds(on ? this.delays.on : this.delays.off);
    if (wait <= 0) this.reach(on, show);
    else {
      this.awaited = on;
      this.cancel = this.clock.after(wait, () => this.reach(on, show));
    }
  }

  end(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private reach(on: boolean | null, show: (on: boolean | null) => void): void {
    this.cancel = undefined;
    show(on);
    const wait = on === true ? this.milliseconds(this.delays.autoOff) : 0;
    this.awaited = null;
    if (wait > 0) this.cancel = this.clock.after(wait, () => show(false));
  }

  private milliseconds(delay: unknown): number {
    if (delay === undefined) return 0;
    const read = durationSchema.safeParse(attributeOf(this.render(delay)));
    return read.success ? read.data : 0;
  }
}
