/** How far a sheet is dragged down to close it, in CSS pixels. */
const FAR = 110;
/** Where a drag means something else. */
const OWN_DRAG = 'input, textarea, select, canvas, .wheel, .dial, hearth-history-plot, hearth-location-map';

/**
 * Closes a dialog that is a sheet at the bottom of a phone when it is dragged down by touch. Dialogs with a form
 * stay, since what was typed would be lost.
 */
export function closeByDragging(dialog: HTMLDialogElement): void {
  let from: number | undefined;
  let way = 0;
  dialog.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const isFree = target instanceof Element && target.closest(OWN_DRAG) === null;
      const isSheet = matchMedia('(max-width: 47.99rem)').matches && !hasOpenForm(dialog);
      from =
        isFree && isSheet && touches.length === 1 && dialog.scrollTop <= 0 ? touches[0]?.clientY : undefined;
      way = 0;
    },
    { passive: true },
  );
  dialog.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [touch] = touches;
      if (from === undefined || touch === undefined) return;
      way = dialog.scrollTop > 0 ? 0 : Math.max(0, touch.clientY - from);
      dialog.style.setProperty('--drawn', `${way}px`);
    },
    { passive: true },
  );
  const release = (): void => {
    if (from === undefined) return;
    from = undefined;
    dialog.style.removeProperty('--drawn');
    if (way > FAR) dialog.close();
  };
  dialog.addEventListener('touchend', release);
  dialog.addEventListener('touchcancel', release);
}

function hasOpenForm(dialog: HTMLDialogElement): boolean {
  return [...dialog.querySelectorAll('form')].some((form) => form.checkVisibility());
}
