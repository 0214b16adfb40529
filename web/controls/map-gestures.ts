import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A map that can be dragged and zoomed. */
interface Movable extends ReactiveControllerHost, HTMLElement {
  zoom(factor: number, around?: Position): void;
  drag(x: number, y: number): void;
  fit(): void;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

const KEY_STEP = 60;
const KEY_ZOOM = 1.5;
/** How far a finger may move in a tap, in pixels. */
const SLACK = 5;
const KEYS: Readonly<Record<string, (map: Movable) => void>> = {
  ArrowUp: (map) => map.drag(0, KEY_STEP),
  ArrowDown: (map) => map.drag(0, -KEY_STEP),
  ArrowLeft: (map) => map.drag(KEY_STEP, 0),
  ArrowRight: (map) => map.drag(-KEY_STEP, 0),
  '+': (map) => map.zoom(1 / KEY_ZOOM),
  '=': (map) => map.zoom(1 / KEY_ZOOM),
  '-': (map) => map.zoom(KEY_ZOOM),
  Home: (map) => map.fit(),
};

/** Drags with one finger or the mouse, zooms with two fingers, the wheel with Ctrl, and keys. */
export class MapGestures implements ReactiveController {
  private readonly host: Movable;
  private readonly fingers = new Map<number, Position>();
  private moved = 0;

  constructor(host: Movable) {
    this.host = host;
    host.addController(this);
    host.addEventListener('pointerdown', this.down);
    host.addEventListener('pointermove', this.move);
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      host.addEventListener(type, this.up);
    host.addEventListener('click', this.click, { capture: true });
    host.addEventListener('wheel', this.wheel, { passive: false });
    host.addEventListener('keydown', this.press);
  }

  hostDisconnected(): void {
    this.fingers.clear();
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || !isOnMap(event.target)) return;
    if (this.fingers.size === 0) this.moved = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const [x, y] = [now.x - before.x, now.y - before.y];
    const wasStill = this.moved < SLACK;
    this.moved += Math.hypot(x, y);
    if (this.moved < SLACK) return;
    // Captured late: a tap still reaches the mark below the finger.
    if (wasStill) this.host.querySelector('.home-map-box')?.setPointerCapture(event.pointerId);
    const [other] = [...this.fingers].flatMap(([id, position]) => (id === event.pointerId ? [] : [position]));
    this.fingers.set(event.pointerId, now);
    if (other === undefined) this.host.drag(x, y);
    else this.pinch(other, before, now);
  };

  private pinch(other: Position, before: Position, now: Position): void {
    const length = (one: Position): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.host.zoom(length(before) / length(now), this.fromCenter(middle));
  }

  private readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };

  /** The end of a drag is no tap on what is below. */
  private readonly click = (event: MouseEvent): void => {
    if (this.moved < SLACK || !isOnMap(event.target)) return;
    event.stopPropagation();
    this.moved = 0;
  };

  private readonly wheel = (event: WheelEvent): void => {
    // Without Ctrl the wheel scrolls the page, unless the map has the focus.
    const isUsed = this.host.querySelector('.home-map-box:focus') !== null;
    if (!isOnMap(event.target) || !(event.ctrlKey || isUsed)) return;
    event.preventDefault();
    const factor = Math.exp(Math.min(1, Math.max(-1, event.deltaY / 300)));
    this.host.zoom(factor, this.fromCenter({ x: event.clientX, y: event.clientY }));
  };

  private readonly press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
    const act = target.matches('.home-map-box') && Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act(this.host);
  };

  private fromCenter({ x, y }: Position): Position {
    const box = this.host.querySelector('.home-map-box')?.getBoundingClientRect() ?? new DOMRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  }
}

function isOnMap(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('.home-map-box') !== null &&
    target.closest('.home-map-tools') === null
  );
}
