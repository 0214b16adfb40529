import { refusePrivate, sendRequest } from '../network/http-request.ts';
import { noteOf } from '../notifications/note.ts';
import { Notifier } from '../notifications/notifier.ts';
import { openPushStore } from '../notifications/push-store.ts';
import { type PushRequest, WebPush } from '../notifications/web-push.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext, HubNotifications } from './hub-context.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Notifications to people, in their browsers. */
export function openNotifications(
  {
    options,
    home,
    auth,
    bus,
    clock,
    states,
  }: Pick<HubContext, 'options' | 'home' | 'auth' | 'bus' | 'clock' | 'states'>,
  documents: Documents,
): HubNotifications {
  const store = openPushStore(documents);
  const log = options.logFile.log.named('notifications');
  const push = new WebPush({
    store,
    clock,
    log,
    send: options.sendPush ?? ((request) => sendPush(request, clock)),
    isLoggedIn: (tokenId, userId) => {
      const token = auth.tokens.get(tokenId);
      return (
        token?.user_id === userId &&
        !auth.tokens.isExpired(token) &&
        auth.users.get(userId)?.is_active === true
      );
    },
    contact: () => home.home.facts.external_url ?? 'mailto:owner@hearth.invalid',
  });
  const notifier = new Notifier({
    store,
    push,
    bus,
    clock,
    states,
    register: (service) => home.engine.register(service),
    timeZone: () => home.home.facts.time_zone,
    users: () => auth.users.all().filter(({ is_active: isActive }) => isActive),
    homeName: () => home.home.facts.name,
  });
  return {
    part: notifier,
    reach: (way) => notifier.reach(way),
    services: [notifier.everyone],
    parts: {
      push,
      notifier: {
        preferences: (userId) => notifier.preferences(userId),
        setPreferences: (userId, preferences) => notifier.setPreferences(userId, preferences),
        test: (userId, message) => notifier.send(userId, noteOf(message, undefined, undefined)),
        press: (secret, action) => notifier.press(secret, action),
      },
    },
  };
}

/** Only public addresses, over https: the endpoint is what a browser says. */
async function sendPush({ url, headers, body }: PushRequest, clock: HubContext['clock']): Promise<number> {
  const request = { url, headers, body, method: 'POST', verifySsl: true, refuse: refusePrivate } as const;
  return (await sendRequest({ ...request, timeout: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }, clock)).status;
}
