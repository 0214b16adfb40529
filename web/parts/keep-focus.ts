import type { LitElement } from 'lit';

/**
 * Keeps the focus near a pressed button while its list renders: moved elements lose it, removed ones take it
 * along, and buttons at either end are disabled. `otherwise` finds the element to focus if the button is
 * gone; `drawn` resolves after rendering.
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
