import type { Locator, Page } from 'playwright-core';

/** Opens the dialog of an entity, wherever it is on the page. */
export async function openDialog(page: Page, id: string): Promise<Locator> {
  await page.evaluate(
    `document.querySelector('hearth-shell').dispatchEvent(new CustomEvent('open-entity', { detail: '${id}' }))`,
  );
  const dialog = page.locator('hearth-entity-dialog dialog[open]');
  await dialog.waitFor();
  return dialog;
}

/** Closes the open dialog. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('hearth-entity-dialog').waitFor({ state: 'detached' });
}
