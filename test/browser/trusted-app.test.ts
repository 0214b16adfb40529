import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { programPath } from '../../scripts/programs.js';
import { FLAGS } from '../support/browser.ts';
import { hearth, serveHearth } from '../support/command-line.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A home folder whose browsers trust an authority, as the steps of the app for Linux make it. */
function trusting(authority: Buffer): string {
  const home = tempFolder();
  const certutil = programPath('certutil') ?? '';
  const database = join(home, '.pki', 'nssdb');
  mkdirSync(database, { recursive: true });
  const file = join(home, 'authority.crt');
  writeFileSync(file, authority);
  execFileSync(certutil, ['-N', '--empty-password', '-d', `sql:${database}`]);
  execFileSync(certutil, ['-A', '-n', 'hearth', '-t', 'C,,', '-i', file, '-d', `sql:${database}`]);
  return home;
}

it('a phone that trusts the authority of the home installs the app, whose service worker runs', async () => {
  const folder = tempFolder();
  const token = (await hearth(['token', 'create', '--name', 'phone', '--data-dir', folder])).stdout.trim();
  const { url } = await serveHearth(folder, { env: { HEARTH_TLS_MODE: 'own' } });
  const secure = url.replace('http:', 'https:');
  const home = trusting(
    Buffer.from(await (await fetch(`${url}/api/hearth/tls/authority.crt`)).arrayBuffer()),
  );

  const context = await chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath: '/usr/bin/chromium',
    args: FLAGS,
    env: { ...process.env, HOME: home },
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  onTestFinished(() => context.close());
  const expires = 8.64e15;
  const kept = { hassUrl: secure, clientId: `${secure}/`, access_token: token, refresh_token: '' };
  const tokens = JSON.stringify({ ...kept, expires_in: 1, expires });
  await context.addInitScript(`localStorage.setItem('hearth.tokens', ${JSON.stringify(tokens)})`);
  const page = await context.newPage();
  const response = await page.goto(secure);
  expect(await response?.securityDetails()).toMatchObject({ protocol: expect.stringMatching(/^TLS/) });
  await page.locator('h1').first().waitFor();
  expect(await page.evaluate('isSecureContext')).toBe(true);
  expect(await page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.state)')).toMatch(
    /^activat/,
  );
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, url: manifest } = await devtools.send('Page.getAppManifest');
  expect([errors, manifest]).toEqual([[], `${secure}/manifest.json`]);
});
