import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { insideOfFile } from '../support/inside.ts';

const settings = insideOfFile('/settings/');

/** Types into a field with suggestions, and selects one. */
async function pick(line: Locator, text: string): Promise<void> {
  await line.fill(text);
  await line.page().locator('.combobox-list [role="option"]').filter({ hasText: text }).first().waitFor();
  await line.press('Enter');
}

/** The step at a place, by the places in the lists around it. */
function inner(around: Locator, at: number): Locator {
  return around.locator('> hearth-step-list > .step-list > .rule').nth(at);
}

/** The lists of steps a step has itself. */
function ownParts(step: Locator): Locator {
  return step.locator('> .step-body > hearth-form-fields > [data-kind="steps"]');
}

/** The places where the handle of a step is held, and where it is let go below another step. */
async function path(page: Page, from: Locator, below: Locator) {
  const [held, target] = [await from.boundingBox(), await below.boundingBox()];
  if (held === null || target === null) throw new Error('a step is not shown');
  const x = held.x + held.width / 2;
  const y = held.y + held.height / 2;
  const end = target.y + target.height * 0.9;
  return { page, x, y, moves: [0.2, 0.6, 1].map((share) => y + (end - y) * share) };
}

type Path = Awaited<ReturnType<typeof path>>;

async function dragByMouse({ page, x, y, moves }: Path): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const to of moves) await page.mouse.move(x, to);
  await page.locator('[data-drop="after"]').waitFor();
  await page.mouse.up();
}

async function dragByTouch({ page, x, y, moves }: Path): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (const to of moves) await touch('touchMove', { x, y: to });
  await page.locator('[data-drop="after"]').waitFor();
  await touch('touchEnd');
}

describe('steps', () => {
  it('are dragged by mouse and finger, and moved by keyboard', () =>
    settings('automations/dragged', async ({ page, rest }) => {
      const actions = ['a', 'b', 'c', 'd'].map((event) => ({ event, alias: `Step ${event}` }));
      await rest('POST', '/api/config/automation/config/dragged', { alias: 'Drag', triggers: [], actions });
      await page.reload();
      await page.setViewportSize({ width: 390, height: 844 });
      const list = page.locator('[data-part="actions"] .step-list > li');
      const order = async () =>
        (await list.locator('.step-title small').allTextContents()).map((text) => text.at(-1)).join('');
      const handle = (at: number) => list.nth(at).locator('.drag-handle');
      await expect.poll(order).toBe('abcd');
      await list.nth(3).scrollIntoViewIfNeeded();
      await dragByMouse(await path(page, handle(0), list.nth(1)));
      await expect.poll(order).toBe('bacd');
      const before = await page.evaluate<number>('scrollY');
      await dragByTouch(await path(page, handle(1), list.nth(2)));
      await expect.poll(order).toBe('bcad');
      // The finger moved the step, not the page.
      expect(await page.evaluate<number>('scrollY')).toBe(before);
      await handle(0).focus();
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowDown');
      await expect.poll(order).toBe('cadb');
      await page.keyboard.press('ArrowUp');
      await expect.poll(order).toBe('cabd');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(async () => (await rest('GET', '/api/config/automation/config/dragged')).actions)
        .toMatchObject(['c', 'a', 'b', 'd'].map((event) => ({ event })));
      await rest('DELETE', '/api/config/automation/config/dragged');
    }));
});

describe('steps inside steps', () => {
  it('are made with forms, and the automation does what they say', () =>
    settings('automations/new', async ({ page, rest }) => {
      await page.getByLabel('Name', { exact: true }).fill('Nested');
      await page.getByLabel('Add trigger…').selectOption('event');
      await page.locator('[data-part="triggers"]').getByLabel('Event type').fill('nested_wanted');
      const actions = page.locator('[data-part="actions"]');
      await actions.getByLabel('Add action…').selectOption('choose');
      const choose = inner(actions, 0);
      const option = choose.locator('.branch').first();
      await option.getByLabel('Add condition…').selectOption('state');
      await pick(option.getByLabel('Entities'), 'guest mode');
      expect(await option.getByRole('button', { name: 'Remove Guest mode' }).count()).toBe(1);
      await pick(option.getByLabel('Is', { exact: true }), 'on');
      await option.getByLabel('Add action…').selectOption('action');
      await pick(option.getByRole('combobox', { name: 'Action', exact: true }), 'light.turn_off');
      await pick(option.getByLabel('Target'), 'light.floor_lamp');
      const otherwise = ownParts(choose).last();
      await otherwise.getByLabel('Add action…').selectOption('if');
      const iff = inner(otherwise, 0);
      const parts = ownParts(iff);
      await parts.nth(0).getByLabel('Add condition…').selectOption('template');
      await parts.nth(0).getByLabel('Template', { exact: true }).fill('{{ true }}');
      await parts.nth(1).getByLabel('Add action…').selectOption('repeat');
      const repeat = inner(parts.nth(1), 0);
      await repeat.getByLabel('Times').fill('2');
      await repeat.getByLabel('Add action…').selectOption('event');
      await repeat.getByLabel('Event type').fill('nested_round');
      await parts.nth(1).getByLabel('Add action…').last().selectOption('action');
      await pick(inner(parts.nth(1), 1).getByLabel('Target'), 'light.floor_lamp');
      await lookAt(page, 'steps-nested');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Nested' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1);
      expect(await rest('GET', `/api/config/automation/config/${id}`)).toMatchObject({
        actions: [
          {
            choose: [
              {
                conditions: [{ condition: 'state', entity_id: ['input_boolean.guest_mode'], state: ['on'] }],
                sequence: [{ action: 'light.turn_off', target: { entity_id: ['light.floor_lamp'] } }],
              },
            ],
            default: [
              {
                if: [{ condition: 'template', value_template: '{{ true }}' }],
                // biome-ignore lint/suspicious/noThenProperty: the key of the step is called so.
                then: [
                  { repeat: { count: 2, sequence: [{ event: 'nested_round' }] } },
                  { action: 'light.turn_on', target: { entity_id: ['light.floor_lamp'] } },
                ],
              },
            ],
          },
        ],
      });
      await rest('POST', '/api/services/light/turn_off', { entity_id: 'light.floor_lamp' });
      await rest('POST', '/api/events/nested_wanted', {});
      await expect
        .poll(async () => (await rest('GET', '/api/states/light.floor_lamp')) as object)
        .toMatchObject({ state: 'on' });
    }));

  it('show errors where they occur, also nested ones', () =>
    settings('scripts/new', async ({ page }) => {
      await page.getByLabel('Name', { exact: true }).fill('Wrong');
      await page.getByLabel('Add action…').selectOption('parallel');
      const parallel = inner(page.locator('[data-part="actions"]'), 0);
      await parallel.getByLabel('Add action…').selectOption('wait_for_trigger');
      const waiting = inner(parallel.locator('[data-kind="steps"]').first(), 0);
      await waiting.getByLabel('Add trigger…').selectOption('numeric_state');
      await waiting.locator('.error', { hasText: 'Required key is missing' }).waitFor();
      await pick(waiting.getByLabel('Entities'), 'light.floor_lamp');
      await waiting.getByLabel('Above').fill('100');
      await waiting.locator('.error').waitFor({ state: 'detached' });
      await lookAt(page, 'steps-parallel');
    }));

  it('are folded, moved, duplicated, disabled and written as YAML', () =>
    settings('scripts/new', async ({ page }) => {
      const yaml = page.locator('#item-yaml');
      await yaml.fill(
        'alias: Many\nsequence:\n  - event: one\n  - event: two\n  - event: three\n  - event: four\n  - "{{ true }}"\n',
      );
      const list = page.locator('[data-part="actions"]');
      const step = (at: number): Locator => inner(list, at);
      await step(4).waitFor();
      expect(await list.getByRole('button', { expanded: true }).count()).toBe(0);
      expect(await step(4).locator('.step-title').innerText()).toContain('Template');
      await step(1).locator('.step-fold').press('Enter');
      await step(1).getByRole('button', { name: 'Move 2. Fire an event up' }).click();
      expect(await step(0).getByLabel('Event type').inputValue()).toBe('two');
      await step(0).getByRole('button', { name: 'Duplicate' }).click();
      await step(1).getByRole('button', { name: 'Disable' }).click();
      await step(0).getByRole('button', { name: 'As YAML' }).click();
      await step(0).locator('textarea').fill('event: zero');
      await step(0).getByRole('button', { name: 'As a form' }).click();
      expect(await step(0).getByLabel('Event type').inputValue()).toBe('zero');
      expect(await yaml.inputValue()).toMatch(
        /sequence:\n {2}- event: zero\n {2}- event: two\n {4}enabled: false\n {2}- event: one\n/,
      );
      await step(2)
        .getByRole('button', { name: /^Delete 3/ })
        .click();
      expect(await yaml.inputValue()).not.toContain('event: one');
    }));

  it('speak German', () =>
    settings(
      'automations/new',
      async ({ page }) => {
        await page.getByLabel('Auslöser hinzufügen …').selectOption('purpose');
        const trigger = page.locator('[data-part="triggers"]');
        // A field the server describes, like the choices.
        await trigger.getByLabel('Ziel').waitFor();
        await pick(trigger.getByLabel('Was', { exact: true }), 'lichter: wird eingeschaltet');
        await pick(trigger.getByLabel('Ziel'), 'Living Room');
        await trigger.getByLabel('Sekunden').fill('5');
        await trigger.getByLabel('Sekunden').press('Tab');
        await expect
          .poll(() => page.locator('#item-yaml').inputValue())
          .toContain(
            '- trigger: light.turned_on\n    target:\n      area_id:\n        - living_room\n    options:\n      for:\n        hours: 0\n        minutes: 0\n        seconds: 5',
          );
        await page.getByLabel('Aktion hinzufügen …').selectOption('choose');
        await page.locator('[data-part="actions"]').getByText('Standardaktionen').waitFor();
        await lookAt(page, 'steps-german');
      },
      { language: 'de' },
    ));
});

describe('a device as a step', () => {
  it('offers what it can, and its further fields', () =>
    settings('automations/new', async ({ page, home }) => {
      await page.getByLabel('Add trigger…').selectOption('device');
      const trigger = page.locator('[data-part="triggers"]');
      await pick(trigger.getByLabel('Device', { exact: true }), 'Floor Lamp');
      const automations = trigger.locator('select[id$="device_automation"]');
      await automations.locator('option', { hasText: 'is turned on' }).waitFor({ state: 'attached' });
      await automations.selectOption({ label: 'Floor Lamp: is turned on' });
      await trigger.getByLabel('Minutes').fill('2');
      await trigger.getByLabel('Minutes').press('Tab');
      const yaml = page.locator('#item-yaml');
      await expect.poll(() => yaml.inputValue()).toMatch(/type: turned_on\n.*for:\n.*minutes: 2/s);
      const devices = await home.must({ type: 'config/device_registry/list' });
      const lamp = devices.find(({ name }: { name: string }) => name === 'Floor Lamp');
      expect(await yaml.inputValue()).toContain(`device_id: ${lamp.id}`);
    }));
});
