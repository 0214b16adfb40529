import { expect, it } from 'vitest';
import { readOut } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });

it('an administrator sees the home as a child would, and nothing acts', async () => {
  const rules = [{ effect: 'allow', actions: ['read', 'control'], areas: ['bedroom'] }];
  const { user } = await home().must({
    ...{ type: 'config/auth/create', name: 'Kim', group_ids: ['system-users'], policy: { rules } },
  });
  const { page, complaints } = await openInside(home(), `/settings/users/${user.id}`);
  await page.getByRole('button', { name: 'See as Kim' }).click();
  await page.getByText('You see the home as Kim.').waitFor();
  const lamp = page.getByRole('switch', { name: 'Bedside Lamp' });
  await lamp.waitFor();
  expect(await page.getByText('Floor Lamp').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  await readOut(page, 'see as a user');
  const before = await home().state('light.bedside_lamp');
  await lamp.click();
  await page.getByText('Nothing acts.').waitFor();
  expect((await home().state('light.bedside_lamp')).state).toBe(before.state);
  await page.getByRole('button', { name: 'Back to your own view' }).click();
  await page.getByRole('switch', { name: 'Floor Lamp' }).first().waitFor();
  expect(complaints).toEqual([]);
});
