import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lookAt, openPage } from '../support/browser.ts';
import { logIn } from '../support/household.ts';
import { openInside } from '../support/inside.ts';
import { freePort, startHome, startUnclaimed } from '../support/served-home.ts';

/** The archive that the first test downloaded, for the second. */
let saved = { archive: Buffer.alloc(0), passphrase: '' };

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
    saved = { archive: readFileSync(await (await download).path()), passphrase };
    await page.getByRole('button', { name: 'Restore' }).click();
    await lookAt(page, 'backup-restore');
    await page.getByLabel('Replace what is here').check();
    await page.locator('dialog').getByLabel('Passphrase').fill(passphrase);
    await page.getByRole('button', { name: 'Restore and restart' }).click();
    await page.getByText('What it replaced is in').waitFor({ timeout: 50_000 });
    expect(await home.must({ type: 'config/area_registry/list' })).toEqual([]);
  });

  it('has made one from which a new server gets its home', () => restoreNewHome(saved));
});

/** A new server gets a home back from the file of a backup, instead of an owner. */
async function restoreNewHome({ archive, passphrase }: typeof saved): Promise<void> {
  const { url, claimCode } = await startUnclaimed(undefined, undefined, await freePort());
  const { page, complaints } = await openPage({ width: 390 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Restore a backup instead' }).click();
  await page.getByLabel('Claim code').fill('AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('This is not the code').waitFor();
  await page.getByLabel('Claim code').fill(claimCode);
  await page.getByRole('button', { name: 'Next' }).click();
  const restore = page.getByRole('button', { name: 'Restore and restart' });
  expect(await restore.isDisabled()).toBe(true);
  const upload = page.getByLabel('Upload a backup');
  await upload.setInputFiles({
    name: 'b.tar',
    mimeType: 'application/x-tar',
    buffer: Buffer.from('no archive'),
  });
  await page.locator('.alert', { hasText: 'That did not work' }).waitFor();
  await upload.setInputFiles({ name: 'b.tar', mimeType: 'application/x-tar', buffer: archive });
  await page.getByRole('radio', { name: '<b>Before</b>' }).waitFor();
  await page.getByLabel('Passphrase of the backup').fill('something else');
  await restore.click();
  await page.getByText('cannot be opened with this passphrase').waitFor();
  await lookAt(page, 'restore-new');
  await page.getByLabel('Passphrase of the backup').fill(passphrase);
  await restore.click();
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  await logIn(page);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  // The page asks for the server while it restarts.
  expect(complaints.filter((text) => !text.endsWith('net::ERR_CONNECTION_REFUSED'))).toEqual([]);
}
