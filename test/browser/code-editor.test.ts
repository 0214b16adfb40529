import { expect, it } from 'vitest';
import { readOut } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });

it('the code editor completes entities and actions, marks errors, and keeps what is typed', async () => {
  const { page, complaints } = await openInside(home(), '/settings/automations/new');
  const editor = page.locator('hearth-code-editor').last();
  const content = editor.getByRole('textbox', { name: 'YAML' });
  await content.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('alias: Lamp # kept\ntriggers:\n- trigger: state\nentity_id: light.flo');
  await editor.getByRole('option', { name: /light\.floor_lamp/ }).waitFor();
  await readOut(page, 'code editor');
  await page.keyboard.press('Enter');
  const text = page.locator('#item-yaml');
  const lines = 'alias: Lamp # kept\ntriggers:\n- trigger: state\n  entity_id: light.floor_lamp';
  await expect.poll(() => text.inputValue()).toBe(lines);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lamp');
  await page.keyboard.type('\nto: [');
  await editor.locator('.cm-problem').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type("'on'");
  await editor.locator('.cm-problem').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
