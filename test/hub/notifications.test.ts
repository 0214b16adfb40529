import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PushRequest } from '../../src/notifications/web-push.ts';
import { PushedBrowser } from '../support/push-service.ts';
import { startTestHub, TestClient, type TestHub, testTime } from '../support/start-hub.ts';

describe('notifications in browsers', () => {
  const browser = new PushedBrowser();
  const requests: PushRequest[] = [];
  let answer = 201;
  let home: TestHub;
  let owner: TestClient;
  let publicKey: string;

  const info = () => owner.must({ type: 'hearth/push/info' });
  const notify = (service: string, data: object) =>
    owner.must({ type: 'call_service', domain: 'notify', service, service_data: data });
  /** The next message that arrives, decrypted. */
  const next = async (work: () => Promise<unknown>) => {
    const before = requests.length;
    await work();
    await expect.poll(() => requests.length).toBeGreaterThan(before);
    browser.take(requests.at(-1) as PushRequest, publicKey, testTime.now());
    return browser.received.at(-1);
  };

  beforeAll(async () => {
    home = await startTestHub({}, undefined, undefined, {
      sendPush: async (request) => {
        requests.push(request);
        return answer;
      },
    });
    owner = await home.connect();
    publicKey = (await info()).public_key;
    await owner.must({ type: 'hearth/push/subscribe', ...browser.subscription });
    const { id } = await owner.must({ type: 'auth/current_user' });
    await owner.must({ type: 'person/create', name: 'Anna', user_id: id });
  });
  afterAll(() => home.stop());

  it('arrive encrypted, and only from this server', async () => {
    expect((await info()).browsers).toMatchObject([{ name: 'Firefox on Linux', is_current: true }]);
    const shown = await next(() => notify('notify', { message: 'The washing is done', title: 'Laundry' }));
    expect(shown).toMatchObject({ title: 'Laundry', body: 'The washing is done', path: '/', silent: false });
    expect(Buffer.from(requests.at(-1)?.body ?? []).toString('latin1')).not.toContain('washing');
    expect(browser.headers.at(-1)).toMatchObject({ urgency: 'normal' });
    const other = new PushedBrowser();
    expect(() => other.take(requests.at(-1) as PushRequest, publicKey, testTime.now())).toThrow(
      'not the endpoint',
    );
  });

  it('have a service for each person who is a user', async () => {
    const shown = await next(() => notify('anna', { message: 'Hello', data: { tag: 'a', urgent: true } }));
    expect(shown).toMatchObject({ title: 'Home', body: 'Hello', tag: 'a', requireInteraction: true });
    expect(browser.headers.at(-1)).toMatchObject({ urgency: 'high' });
    expect(await next(() => notify('anna', { message: 'clear_notification', data: { tag: 'a' } }))).toEqual({
      clear: 'a',
    });
    const byTarget = await next(() => notify('notify', { message: 'To you', target: ['person.anna'] }));
    expect(byTarget.body).toBe('To you');
    const refused = await owner.ask({
      ...{ type: 'call_service', domain: 'notify', service: 'notify' },
      service_data: { message: 'To whom?', target: 'person.nobody' },
    });
    expect(refused.error.message).toContain('person.nobody');
  });

  it('have buttons that fire an event once, in the name of their user', async () => {
    const events: unknown[] = [];
    const listener = await home.connect();
    await listener.must({ type: 'subscribe_events', event_type: 'mobile_app_notification_action' });
    const actions = [
      { action: 'OPEN_DOOR', title: 'Open' },
      { action: 'IGNORE', title: 'Ignore' },
    ];
    const data = { tag: 'door', actions, action_data: { door: 'front' } };
    const { secret, actions: buttons } = await next(() => notify('anna', { message: 'Someone rings', data }));
    expect(buttons).toEqual(actions);
    const press = (body: object) =>
      home.rest('POST', '/api/hearth/notifications/action', body, { authorization: '' });
    expect((await press({ secret, action: 'OTHER' })).status).toBe(404);
    expect((await press({ secret: 'guess', action: 'OPEN_DOOR' })).status).toBe(404);
    expect((await press({ secret: 5 })).status).toBe(400);
    expect((await press({ secret, action: 'OPEN_DOOR' })).status).toBe(200);
    expect((await press({ secret, action: 'IGNORE' })).status).toBe(404);
    await expect.poll(() => listener.events.length).toBe(1);
    events.push(listener.events[0].event);
    const { id } = await owner.must({ type: 'auth/current_user' });
    expect(events).toMatchObject([
      {
        data: { action: 'OPEN_DOOR', tag: 'door', action_data: { door: 'front' } },
        context: { user_id: id },
      },
    ]);
  });

  it('are silent in quiet hours unless they are urgent, and hide their content', async () => {
    const quiet = { quiet_from: '00:00', quiet_to: '23:59', hides_content: true };
    await owner.must({ type: 'hearth/push/preferences', ...quiet });
    expect((await info()).preferences).toEqual(quiet);
    expect(await next(() => notify('anna', { message: 'Secret' }))).toMatchObject({
      title: 'Home',
      body: '',
      silent: true,
    });
    expect(await next(() => notify('anna', { message: 'Fire', data: { urgent: true } }))).toMatchObject({
      silent: false,
    });
    const refused = await owner.ask({ type: 'hearth/push/preferences', ...quiet, quiet_from: '25:00' });
    expect(refused.error.code).toBe('invalid_format');
    await owner.must({
      type: 'hearth/push/preferences',
      quiet_from: null,
      quiet_to: null,
      hides_content: false,
    });
  });

  it('are shortened to what push services take', async () => {
    const shown = await next(() => notify('anna', { message: '😀 '.repeat(5000) }));
    expect(shown.body.endsWith('…')).toBe(true);
    expect(requests.at(-1)?.body.length).toBeLessThanOrEqual(4096);
  });

  it('end for a browser that is gone, and with its login', async () => {
    answer = 410;
    await notify('notify', { message: 'Anybody?' });
    await expect.poll(async () => (await info()).browsers).toEqual([]);
    answer = 201;
    const { id: tokenId, token } = await owner.must({ type: 'hearth/token/create', name: 'another browser' });
    const second = await TestClient.open(home.url, token);
    await second.must({ type: 'hearth/push/subscribe', ...new PushedBrowser().subscription });
    expect((await info()).browsers).toMatchObject([{ is_current: false }]);
    await owner.must({ type: 'auth/delete_refresh_token', refresh_token_id: tokenId });
    expect((await info()).browsers).toEqual([]);
  });

  it('are not taken for addresses in the home network or bad keys', async () => {
    const good = new PushedBrowser().subscription;
    for (const [change, text] of [
      [{ endpoint: 'http://push.example/1' }, 'http://push.example/1'],
      [{ endpoint: 'https://192.168.1.1/1' }, 'https://192.168.1.1/1'],
      [{ endpoint: 'https://[fd00::1]/1' }, 'https://[fd00::1]/1'],
      [{ endpoint: 'https://user@push.example/' }, 'user@push.example'],
      [{ p256dh: 'short' }, 'p256dh must be 65 bytes'],
      [{ auth: '!!' }, 'auth must be 16 bytes'],
    ] as const) {
      const { error } = await owner.ask({ type: 'hearth/push/subscribe', ...good, ...change });
      expect([error.code, error.message]).toEqual(['invalid_format', expect.stringContaining(text)]);
    }
    for (let i = 0; i < 20; i += 1)
      await owner.must({ type: 'hearth/push/subscribe', ...new PushedBrowser().subscription });
    const { error } = await owner.ask({ type: 'hearth/push/subscribe', ...good });
    expect(error.code).toBe('too_many_requests');
  });
});
