import { describe, expect, it } from 'vitest';
import { insideOfFile } from '../support/inside.ts';

const settings = insideOfFile('/settings/');

describe('what is typed', () => {
  it('stays as it is typed, digit by digit: zeros behind the point, a minus before nothing', () =>
    settings('home', async ({ page }) => {
      for (const [label, text] of [
        ['Latitude', '52.05'],
        ['Longitude', '-0.12'],
      ] as const) {
        const field = page.getByLabel(label);
        await field.fill('');
        await field.pressSequentially(text);
        expect(await field.inputValue()).toBe(text);
      }
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
    }));

  it('is not lost when the page behind the dialog is rendered again', () =>
    settings('helpers', async ({ page, rest, home }) => {
      await page
        .locator('[data-kind="input_select"]')
        .getByRole('button', { name: 'Add', exact: true })
        .click();
      const window = page.getByRole('dialog');
      await window.getByLabel('Name').fill('Meal');
      const options = window.getByLabel('Options');
      await options.pressSequentially('Soup\n\nCa');
      await rest('POST', '/api/states/sensor.newcomer', { state: '1' });
      const row = page.locator('[data-kind="input_boolean"] .row').first();
      const name = await row.locator('.row-name').innerText();
      const id = await row.locator('code').innerText();
      const { state } = (await rest('GET', `/api/states/${id}`)) as { state: string };
      await rest('POST', '/api/services/input_boolean/toggle', { entity_id: id });
      await row.getByText(state === 'on' ? 'Off' : 'On').waitFor();
      expect(name).not.toBe('');
      expect(await options.inputValue()).toBe('Soup\n\nCa');
      await options.pressSequentially('ke');
      await window.getByRole('button', { name: 'Save' }).click();
      await page.getByText('input_select.meal').waitFor();
      const kept = await home.must({ type: 'input_select/list' });
      expect(kept).toContainEqual(expect.objectContaining({ options: ['Soup', 'Cake'] }));
    }));

  it('is refused in a window while it cannot be read, and the focus goes there', () =>
    settings('helpers', async ({ page }) => {
      await page.locator('[data-kind="template"]').getByRole('button', { name: 'Add', exact: true }).click();
      const window = page.getByRole('dialog');
      await window.getByLabel('Name', { exact: true }).fill('Broken');
      await window.getByLabel('Entity type').selectOption('sensor');
      await window.getByLabel('State, as a template').fill('{{ 1 }}');
      await window.locator('summary', { hasText: 'More' }).click();
      await window.getByLabel('Attributes').fill('a: [');
      await window.locator('summary', { hasText: 'More' }).click();
      await window.getByRole('button', { name: 'Save' }).click();
      await window.getByText('Something that is written here cannot be used yet.').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('dialog-attributes-editor');
      await window.getByLabel('Attributes').fill('a: "{{ 1 }}"');
      await window.getByRole('button', { name: 'Save' }).click();
      await window.waitFor({ state: 'detached' });
      await page.getByText('sensor.broken').waitFor();
    }));

  it('while it is being saved is still to be saved', () =>
    settings('scripts', async ({ page, rest }) => {
      await rest('POST', '/api/config/script/config/slow', { alias: 'Slow', sequence: [] });
      await page.getByRole('link', { name: 'Slow' }).click();
      const description = page.getByLabel('Description', { exact: true }).first();
      await description.fill('one');
      let letGo = (): void => {};
      const gate = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route('**/api/config/script/config/slow', async (route) => {
        if (route.request().method() === 'POST') await gate;
        await route.continue();
      });
      const save = page.getByRole('button', { name: 'Save' });
      await save.click();
      await description.pressSequentially(' two');
      letGo();
      await expect.poll(() => save.isEnabled()).toBe(true);
      await save.click();
      await page.getByText('Saved.').waitFor();
      await expect.poll(() => save.isEnabled()).toBe(false);
      expect(await rest('GET', '/api/config/script/config/slow')).toMatchObject({ description: 'one two' });
    }));
});

describe('a form', () => {
  it('puts the focus on what is missing, whatever it is filled in by', () =>
    settings('helpers', async ({ page }) => {
      await page.locator('[data-kind="group"]').getByRole('button', { name: 'Add', exact: true }).click();
      const window = page.getByRole('dialog');
      await window.getByLabel('Name', { exact: true }).fill('All lights');
      await window.getByLabel('Group of').selectOption('light');
      await window.getByRole('button', { name: 'Save' }).click();
      const members = window.getByLabel('Members');
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('dialog-entities');
      expect(await members.getAttribute('aria-describedby')).toBe('dialog-entities-error');
      await window.getByText('This field is required').waitFor();
    }));

  it('shows what is chosen after its rows have changed places, and keeps the focus on what was pressed', () =>
    settings('scripts/new', async ({ page }) => {
      const card = page.locator('[data-part="inputs"]');
      const add = card.getByRole('button', { name: 'Add field' });
      await add.click();
      await add.click();
      const kinds = card.getByLabel('Kind', { exact: true });
      await kinds.nth(0).selectOption('number');
      await kinds.nth(1).selectOption('boolean');
      await card.getByLabel('Minimum').fill('3');
      const chosen = (): Promise<string[]> =>
        kinds.evaluateAll((all) => all.map((one) => (one as { value?: string }).value ?? ''));
      const down = card.getByRole('button', { name: /^Move .* down$/ });
      await down.nth(0).focus();
      await page.keyboard.press('Enter');
      await expect.poll(chosen).toEqual(['boolean', 'number']);
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(
        /^Move .* up$/,
      );
      await page.keyboard.press('Enter');
      await expect.poll(chosen).toEqual(['number', 'boolean']);
      expect(await page.locator('#item-yaml').inputValue()).toMatch(/number:\s+min: 3/);
      await card
        .getByRole('button', { name: /^Delete/ })
        .nth(1)
        .focus();
      await page.keyboard.press('Enter');
      await expect.poll(chosen).toEqual(['number']);
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Add field');
    }));
});
