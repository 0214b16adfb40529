import { expect, it } from 'vitest';
import { openPage } from '../support/browser.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });

/** What the apps of the two systems put into the page: they keep all messages, and answer as the apps do. */
const BRIDGES = {
  android: `window.externalAppV2 = { postMessage: (text) => { const { type, payload } = JSON.parse(text); app.take(type, payload); } };`,
  ios: `window.webkit = { messageHandlers: Object.fromEntries(['getExternalAuth', 'revokeExternalAuth', 'externalBus'].map((kind) => [kind, { postMessage: (payload) => app.take(kind, payload) }])) };`,
};

const bridge = (system: keyof typeof BRIDGES, token: string) => `
  const app = (window.app = {
    sent: [],
    take(kind, payload) {
      app.sent.push({ kind, ...payload });
      if (kind === 'getExternalAuth') {
        const token = app.sent.filter((one) => one.kind === kind).length === 1 ? 'outdated' : ${JSON.stringify(token)};
        setTimeout(() => window[payload.callback](true, { access_token: token, expires_in: 1800 }));
      }
      if (kind === 'revokeExternalAuth') setTimeout(() => window[payload.callback](true));
      if (payload.type === 'config/get')
        setTimeout(() => window.externalBus({ id: payload.id, type: 'result', success: true, result: { hasSettingsScreen: true } }));
    },
  });
  ${BRIDGES[system]}`;

it.each(['android', 'ios'] as const)(
  'a companion app on %s shows the app without a second login',
  async (system) => {
    const { page, context, complaints } = await openPage({ width: 390 });
    await context.addInitScript(bridge(system, home().token));
    // biome-ignore lint/suspicious/noExplicitAny: messages of any shape
    const sent = () => page.evaluate<any[]>('window.app.sent');
    const types = async () => (await sent()).map(({ kind, type }) => type ?? kind);
    const command = (message: unknown) => page.evaluate(`window.externalBus(${JSON.stringify(message)})`);

    // A deep link, as the app opens it.
    await page.goto(`${home().url}/history?external_auth=1`);
    await page.locator('h1', { hasText: 'History' }).waitFor();
    expect((await sent()).filter(({ kind }) => kind === 'getExternalAuth')).toMatchObject([
      { callback: 'externalAuthSetToken' },
      { callback: 'externalAuthSetToken', force: true },
    ]);
    await expect
      .poll(types)
      .toEqual(
        expect.arrayContaining(['connection-status', 'config/get', 'theme-update', 'frontend/loaded']),
      );
    expect((await sent()).find(({ type }) => type === 'connection-status').payload).toEqual({
      event: 'connected',
    });
    expect(await page.evaluate('localStorage.getItem("hearth.tokens")')).toBeNull();

    await command({ id: 7, type: 'command', command: 'navigate', payload: { path: '/' } });
    await page.getByRole('switch', { name: 'Floor Lamp' }).first().click();
    await expect.poll(types).toContain('haptic');
    const answers = async () => (await sent()).filter(({ type }) => type === 'result');
    await command({ id: 8, type: 'command', command: 'navigate', payload: { path: '//elsewhere.example/' } });
    await command({ id: 9, type: 'command', command: 'unheard/of' });
    await command('no message');
    await expect.poll(answers).toMatchObject([
      { id: 7, success: true },
      { id: 8, success: false },
      { id: 9, success: false, error: { code: 'not_supported' } },
    ]);
    expect(new URL(page.url()).host).toBe(new URL(home().url).host);

    const link = '/?more-info-entity-id=light.floor_lamp';
    await command({ id: 10, type: 'command', command: 'navigate', payload: { path: '/history' } });
    await page.locator('h1', { hasText: 'History' }).waitFor();
    await command({ id: 11, type: 'command', command: 'navigate', payload: { path: link } });
    const dialog = page.locator('hearth-entity-dialog dialog[open]');
    await dialog.getByRole('slider', { name: 'Brightness' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The widget of the app opens the page with it.
    await page.goto(`${home().url}${link}&external_auth=1`);
    await dialog.getByRole('slider', { name: 'Brightness' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await command({ id: 12, type: 'command', command: 'navigate', payload: { path: '/profile' } });
    await page.getByRole('button', { name: 'Open the settings of the app' }).click();
    await expect.poll(types).toContain('config_screen/show');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect.poll(types).toContain('revokeExternalAuth');
    expect(complaints).toEqual([]);
  },
);
