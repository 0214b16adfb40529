import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { startHome } from '../support/served-home.ts';

describe('the page of backups', () => {
  it('makes, encrypts, checks and restores one', async () => {
    const home = await startHome({ port: await freePort() });
    const { page } = await openInside(home, '/settings/backups');
    await page.getByText('There is no backup yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const passphrase = await page.locator('#copied-text').inputValue();
    await lookAt(page, 'backup-key');
    await page.getByLabel('Enter the passphrase again').fill('something else');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.locator('dialog .alert').getByText('does not open').waitFor();
    await page.getByLabel('Enter the passphrase again').fill(passphrase);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('All new backups are encrypted').waitFor();

    await page.getByRole('button', { name: 'Create backup' }).click();
    await page.getByLabel('Name').fill('<b>Before</b>');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('status', { name: 'Progress' }).waitFor();
    await page.getByRole('link', { name: '<b>Before</b>' }).waitFor({ timeout: 30_000 });
    await page.getByText('Tested', { exact: true }).waitFor();
    await lookAt(page, 'backups');

    await home.must({ type: 'config/area_registry/create', name: 'Later' });
    await page.getByRole('link', { name: '<b>Before</b>' }).click();
    await page.getByRole('heading', { level: 1, name: '<b>Before</b>' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^hearth-.*\.tar$/);
    await page.getByRole('button', { name: 'Restore' }).click();
    await lookAt(page, 'backup-restore');
    await page.getByLabel('Replace what is here').check();
    await page.locator('dialog').getByLabel('Passphrase').fill(passphrase);
    await page.getByRole('button', { name: 'Restore and restart' }).click();
    await page.getByText('What it replaced is in').waitFor({ timeout: 50_000 });
    expect(await home.must({ type: 'config/area_registry/list' })).toEqual([]);
  });
});

/** A restart in the same process needs a port that it can have again. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
