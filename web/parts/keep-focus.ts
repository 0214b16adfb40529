import type { LitElement } from 'lit';

/**
 * Keeps the focus near the button that was pressed while its list is drawn anew: an element that moves loses it, one that is taken away
 * takes it along, and at either end of a list the button is off. `otherwise` finds what has it where the button is gone; `drawn` is when all is
 * in its place again.
 */
export async function keepFocus(
  host: LitElement,
  otherwise: () => HTMLElement | null | undefined = () => null,
  drawn: Promise<unknown> = host.updateComplete,
): Promise<void> {
  const held = document.activeElement;
  if (!(held instanceof HTMLButtonElement) || !host.contains(held)) return;
  await drawn;
  if (!held.isConnected) otherwise()?.focus();
  else if (held.disabled) held.parentElement?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  else held.focus();
}
