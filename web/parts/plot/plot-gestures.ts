/** What gestures do; times in milliseconds since 1970. */
export interface GestureActions {
  /** The time at a place on the screen. */
  readonly timeAt: (clientX: number) => number;
  readonly onPoint: (at: number) => void;
  /** Moves the cursor by one point. */
  readonly onStep: (by: 1 | -1) => void;
  /** Moves the range by a share of its length. */
  readonly onMove: (share: number) => void;
  /** Makes the range longer (above 1) or shorter, around a time or the cursor. */
  readonly onZoom: (factor: number, around?: number) => void;
}

/** By how much one press of a key or button zooms. */
export const ZOOM = 1.5;
const WHEEL = 1.2;
/** Fingers closer than this, in pixels, are too close to tell how far they moved apart. */
const CLOSEST = 10;

/** Fingers, wheel and keys on a plot. One finger reads values, two zoom; the mouse belongs to the chart. */
export class PlotGestures {
  private readonly actions: GestureActions;
  private readonly fingers = new Map<number, number>();

  constructor(actions: GestureActions) {
    this.actions = actions;
  }

  /** Whether a finger is on the plot. */
  get isTouched(): boolean {
    return this.fingers.size > 0;
  }

  readonly onKey = (event: KeyboardEvent): void => {
    const { onStep, onMove, onZoom } = this.actions;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => onStep(-1),
      ArrowRight: () => onStep(1),
      PageUp: () => onMove(-0.5),
      PageDown: () => onMove(0.5),
      '+': () => onZoom(1 / ZOOM),
      '-': () => onZoom(ZOOM),
    };
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };

  /** Pinching a touchpad is a wheel event with Ctrl. */
  readonly onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.actions.onZoom(event.deltaY > 0 ? WHEEL : 1 / WHEEL, this.actions.timeAt(event.clientX));
  };

  readonly onPointer = (event: PointerEvent): void => {
    const { timeAt, onPoint, onZoom } = this.actions;
    if (event.pointerType === 'mouse') {
      onPoint(timeAt(event.clientX));
      return;
    }
    const before = spread(this.fingers);
    if (event.type === 'pointerdown' || this.fingers.has(event.pointerId))
      this.fingers.set(event.pointerId, event.clientX);
    const [first, second] = [...this.fingers.values()];
    if (first !== undefined && second !== undefined) {
      const after = spread(this.fingers);
      if (before > CLOSEST && after > CLOSEST) onZoom(before / after, timeAt((first + second) / 2));
    } else if (first !== undefined) onPoint(timeAt(first));
  };

  readonly onPointerEnd = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };
}

function spread(fingers: ReadonlyMap<number, number>): number {
  const [first, second] = [...fingers.values()];
  return first === undefined || second === undefined ? 0 : Math.abs(first - second);
}
