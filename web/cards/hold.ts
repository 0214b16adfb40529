const LONG = 500;
const FAR = 10;

/**
 * Distinguishes a long press from a tap: the long press opens the dialog, and the click after it is ignored.
 */
export class Hold {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private start: readonly [x: number, y: number] = [0, 0];
  private wasHeld = false;
  private readonly onHold: () => void;

  constructor(onHold: () => void) {
    this.onHold = onHold;
  }

  readonly down = (event: PointerEvent): void => {
    this.wasHeld = false;
    if (event.button !== 0) return;
    this.start = [event.clientX, event.clientY];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wasHeld = true;
      this.onHold();
    }, LONG);
  };

  /** Cancels when the pointer scrolls or drags. */
  readonly move = (event: PointerEvent): void => {
    const [x, y] = this.start;
    if (Math.hypot(event.clientX - x, event.clientY - y) > FAR) clearTimeout(this.timer);
  };

  readonly up = (): void => clearTimeout(this.timer);

  /** Replaces the browser's context menu, of a right click or a long press, by the dialog. */
  readonly menu = (event: Event): void => {
    event.preventDefault();
    clearTimeout(this.timer);
    if (!this.wasHeld) this.onHold();
    this.wasHeld = true;
  };

  /** Whether the current click ends a long press and is to be ignored. */
  swallow(): boolean {
    const { wasHeld } = this;
    this.wasHeld = false;
    return wasHeld;
  }
}
