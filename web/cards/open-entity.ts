/** Asks the shell to open the dialog of an entity. */
export function openEntity(from: EventTarget, entityId: string): void {
  from.dispatchEvent(new CustomEvent('open-entity', { detail: entityId, bubbles: true }));
}
