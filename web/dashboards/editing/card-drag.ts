import type { Path } from './changes.ts';

/** Where a dragged card would be put. */
export interface DropPlace {
  readonly list: Path;
  /** Among all cards of the list. */
  readonly at: number;
}

const EDGE = 80;
const SPEED = 14;
/** Pixels before a press on the handle is a drag. */
const SLOP = 6;

/**
 * Follows a pointer that drags a card by its handle. The card moves with it; a line shows where it would be put. Escape and
 * a lost pointer end it without a change.
 */
export function dragCard(event: PointerEvent, frame: HTMLElement, onDrop: (place: DropPlace) => void): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const handle = event.currentTarget as HTMLElement;
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const [startX, startY, startScroll] = [event.clientX, event.clientY, window.scrollY];
  let [x, y] = [startX, startY];
  let isDragging = false;
  let place: DropPlace | undefined;
  let marked: Element | undefined;
  let frameRequest = 0;

  const draw = (): void => {
    if (y < EDGE) window.scrollBy(0, -SPEED);
    else if (y > window.innerHeight - EDGE) window.scrollBy(0, SPEED);
    frame.style.setProperty('--drag-x', `${x - startX}px`);
    frame.style.setProperty('--drag-y', `${y - startY + window.scrollY - startScroll}px`);
    mark();
    frameRequest = requestAnimationFrame(draw);
  };
  const mark = (): void => {
    const under = document
      .elementsFromPoint(x, y)
      .find((one) => one !== frame && !frame.contains(one) && one.closest('[data-place]') !== null);
    const target = under?.closest<HTMLElement>('[data-place]') ?? undefined;
    if (target !== marked) {
      marked?.removeAttribute('data-drop');
      marked = target;
    }
    place = undefined;
    if (target === undefined || frame.contains(target)) return;
    const path = JSON.parse(target.dataset.place ?? '[]') as Path;
    const isAdder = target.dataset.end !== undefined;
    const box = target.getBoundingClientRect();
    const isAfter =
      !isAdder &&
      (box.width > window.innerWidth / 2 ? y > box.top + box.height / 2 : x > box.left + box.width / 2);
    place = { list: path.slice(0, -1), at: Number(path.at(-1)) + (isAfter ? 1 : 0) };
    target.setAttribute('data-drop', isAfter ? 'after' : 'before');
  };
  const move = (to: PointerEvent): void => {
    [x, y] = [to.clientX, to.clientY];
    if (isDragging || Math.hypot(x - startX, y - startY) < SLOP) return;
    isDragging = true;
    frame.toggleAttribute('data-dragged', true);
    frameRequest = requestAnimationFrame(draw);
  };
  const end = (isDropped: boolean): void => {
    cancelAnimationFrame(frameRequest);
    marked?.removeAttribute('data-drop');
    frame.removeAttribute('data-dragged');
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', up);
    handle.removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    if (isDropped && isDragging && place !== undefined) onDrop(place);
  };
  const up = (): void => end(true);
  const cancel = (): void => end(false);
  const key = (press: KeyboardEvent): void => {
    if (press.key !== 'Escape') return;
    press.preventDefault();
    press.stopPropagation();
    end(false);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', up);
  handle.addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}
