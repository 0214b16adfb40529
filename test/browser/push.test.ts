import type { BrowserContext, Worker } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import type { PushRequest } from '../../src/notifications/web-push.ts';
import { lookAt, openPage } from '../support/browser.ts';
import { PushedBrowser } from '../support/push-service.ts';
import { startTestHub, type TestHub, testTime } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

/** A server in this process, whose messages to push services are collected. */
async function aHome(): Promise<{ home: TestHub; sent: PushRequest[] }> {
  const sent: PushRequest[] = [];
  const sendPush = async (request: PushRequest): Promise<number> => sent.push(request) && 201;
  const home = await startTestHub({}, undefined, undefined, { sendPush });
  onTestFinished(() => home.stop());
  return { home, sent };
}

/**
 * Hands a decrypted message to the service worker, as the browser does when its push service delivers one. The page
 * that gives access to the browser's debugging protocol is none of the app.
 */
async function deliver(context: BrowserContext, origin: string, message: object): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/icon.svg`);
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
}

/** The notifications on the screen. */
const shownIn = (worker: Worker) =>
  worker.evaluate<{ title: string; body: string; tag: string; actions: object[] }[]>(
    'self.registration.getNotifications().then((all) => all.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: actions.map(({ action, title }) => ({ action, title })) })))',
  );

it('notifications arrive while the page is closed, and their buttons come back as events', async () => {
  const { home, sent } = await aHome();
  const { page, context, complaints } = await openPage();
  await context.grantPermissions(['notifications'], { origin: home.url });
  const kept = {
    hassUrl: home.url,
    clientId: `${home.url}/`,
    access_token: home.token,
    refresh_token: '',
    expires_in: 1,
  };
  const tokens = JSON.stringify({ ...kept, expires: 8.64e15 });
  await context.addInitScript(`localStorage.setItem('hearth.tokens', ${JSON.stringify(tokens)})`);
  await page.goto(`${home.url}/profile`);
  await page.getByRole('switch', { name: 'Show notifications in this browser' }).waitFor();

  // Only a push service of the internet gives out a real subscription: this one stands in for it.
  const browser = new PushedBrowser();
  const owner = await home.connect();
  await owner.must({ type: 'hearth/push/subscribe', ...browser.subscription });
  const { public_key: publicKey } = await owner.must({ type: 'hearth/push/info' });
  await page.reload();
  await page.getByLabel('From').fill('22:00');
  await page.getByText('Saved.').waitFor();
  await lookAt(page, 'profile-notifications');
  const worker = await until(() => context.serviceWorkers()[0], 'the service worker ran');
  await page.close();

  const actions = [{ action: 'OPEN', title: 'Open' }];
  const data = { tag: 'door', actions };
  await owner.must({
    ...{ type: 'call_service', domain: 'notify', service: 'notify' },
    service_data: { title: 'Front door', message: 'Someone rings', data },
  });
  browser.take(await until(() => sent[0], 'a message was sent'), publicKey, testTime.now());
  await deliver(context, home.url, browser.received[0]);
  const [shown] = await until(async () => {
    const all = await shownIn(worker);
    return all.length > 0 && all;
  }, 'a notification appeared');
  expect(shown).toEqual({ title: 'Front door', body: 'Someone rings', tag: 'door', actions });

  await owner.must({ type: 'subscribe_events', event_type: 'mobile_app_notification_action' });
  await worker.evaluate(
    "self.registration.getNotifications().then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: 'OPEN' })))",
  );
  await until(() => owner.events.length > 0, 'the event was fired');
  expect(owner.events[0].event.data).toEqual({ action: 'OPEN', tag: 'door', action_data: {} });
  expect(await shownIn(worker)).toEqual([]);
  expect(complaints).toEqual([]);
});
