import { mdiDragVertical } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';

/** Pixels before a press on the handle is a drag. */
const SLOP = 6;
/** How close to the edge of the window the page scrolls, and how far in each frame, in pixels. */
const EDGE = 80;
const SPEED = 14;

/** A handle that moves a row of a list: dragged with mouse or finger, or with the arrow keys up and down. */
export function dragHandle(name: string, move: (by: number) => void): TemplateResult {
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return html`<button type="button" class="quiet round drag-handle" aria-label=${say('step.drag', { name })} title=${say('step.drag', { name })}
    @pointerdown=${(event: PointerEvent) => drag(event, move)} @keydown=${press}>${icon(mdiDragVertical)}</button>`;
}

/** Follows the pointer until it is released, or Escape is pressed. */
function drag(event: PointerEvent, onDrop: (by: number) => void): void {
  const handle = event.currentTarget as HTMLElement;
  const row = handle.closest('li');
  if (event.button !== 0 || row?.parentElement == null) return;
  event.preventDefault();
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const rows = [...row.parentElement.children];
  const from = rows.indexOf(row);
  const [startY, startScroll] = [event.clientY, window.scrollY];
  let y = startY;
  let to = from;
  let isDragging = false;
  let request = 0;

  const draw = (): void => {
    if (y < EDGE) window.scrollBy(0, -SPEED);
    else if (y > window.innerHeight - EDGE) window.scrollBy(0, SPEED);
    row.style.setProperty('--drag-y', `${y - startY + window.scrollY - startScroll}px`);
    const above = rows.filter((one) => one !== row && middleOf(one) < y).length;
    if (above !== to) mark(above);
    request = requestAnimationFrame(draw);
  };
  const mark = (target: number): void => {
    for (const one of rows) one.removeAttribute('data-drop');
    to = target;
    if (to < from) rows[to]?.setAttribute('data-drop', 'before');
    else if (to > from) rows[to]?.setAttribute('data-drop', 'after');
  };
  const follow = (at: PointerEvent): void => {
    y = at.clientY;
    if (isDragging || Math.abs(y - startY) < SLOP) return;
    isDragging = true;
    row.toggleAttribute('data-dragged', true);
    request = requestAnimationFrame(draw);
  };
  const end = (isDropped: boolean): void => {
    cancelAnimationFrame(request);
    for (const one of rows) one.removeAttribute('data-drop');
    row.removeAttribute('data-dragged');
    row.style.removeProperty('--drag-y');
    handle.removeEventListener('pointermove', follow);
    handle.removeEventListener('pointerup', up);
    handle.removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    if (isDropped && isDragging && to !== from) onDrop(to - from);
  };
  const up = (): void => end(true);
  const cancel = (): void => end(false);
  const key = (press: KeyboardEvent): void => {
    if (press.key !== 'Escape') return;
    press.preventDefault();
    press.stopPropagation();
    end(false);
  };
  handle.addEventListener('pointermove', follow);
  handle.addEventListener('pointerup', up);
  handle.addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
