import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { freePort, startHome } from '../support/served-home.ts';

const ARCHIVE = fileURLToPath(new URL('../import/archives/encrypted-v3.tar', import.meta.url));
const KEY = 'TEST-0AAA-1BBB-2CCC-3DDD-4EEE-5FFF';

it('a home is imported: an archive, the report of what becomes of it, and the import', async () => {
  const home = await startHome({ port: await freePort() });
  const { page, complaints } = await openInside(home, '/settings/import');
  await page.locator('input[type="file"]').setInputFiles(ARCHIVE);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await page.locator('.alert:not(.empty)').waitFor();
  await page.getByLabel('Key of the backup').fill(KEY);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await page.getByRole('heading', { name: 'What an import does' }).waitFor();
  expect(await home.must({ type: 'config/area_registry/list' })).toEqual([]);
  await page.getByText(/^Waiting for an integration \(\d+\)$/).click();
  await page.getByText('Users and logins').waitFor();
  await lookAt(page, 'import-report');
  await page.getByRole('switch', { name: 'Import the recorded history and statistics' }).click();
  await page.getByRole('button', { name: 'Import and restart' }).click();
  expect(complaints).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Import and restart' }).click();
  await page.getByRole('heading', { name: /^Imported \(/ }).waitFor({ timeout: 60_000 });
  const areas: { name: string }[] = await home.must({ type: 'config/area_registry/list' });
  expect(areas.map(({ name }) => name)).toContain('Living room');
});
