import { render } from 'lit';
import { navigate } from '../app/router.ts';
import { endTrouble, toast, toastTrouble } from '../app/toasts.ts';
import { openEntity } from '../cards/open-entity.ts';
import { perform } from '../cards/perform.ts';
import { tapOf } from '../cards/tap.ts';
import { confirmation } from '../parts/dialog.ts';
import { failure } from '../parts/failure.ts';
import { domainOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { appAddress } from './addresses.ts';
import { type Config, configIn, configsIn, entityIn, textIn } from './config.ts';

/** The gestures that a card can have an action for. */
export type Gesture = 'tap_action' | 'hold_action' | 'double_tap_action';

/** Whether a gesture on a card does anything; `none` turns it off. */
export function hasAction(config: Config, gesture: Gesture): boolean {
  const action = configIn(config[gesture])?.action;
  return action !== undefined && action !== 'none';
}

/** Whether a card turns a gesture off. */
export function isWithoutAction(config: Config, gesture: Gesture): boolean {
  return configIn(config[gesture])?.action === 'none';
}

/** Does what a card says for a gesture; by default it opens the dialog of the entity. */
export async function act(
  { home, config, host }: { readonly home: HomeStore; readonly config: Config; readonly host: EventTarget },
  gesture: Gesture = 'tap_action',
): Promise<void> {
  const action = configIn(config[gesture]) ?? { action: 'more-info' };
  if (action.action === 'none' || !(await isConfirmed(home, action.confirmation))) return;
  const id = textIn(action.entity) ?? entityIn(config) ?? textIn(config.camera_image);
  switch (action.action) {
    case 'navigate': {
      const path = textIn(action.navigation_path);
      if (path !== undefined)
        navigate(
          appAddress(path, location.pathname),
          action.navigation_replace === true ? 'replace' : 'push',
        );
      return;
    }
    case 'url':
      openUrl(textIn(action.url_path));
      return;
    case 'toggle':
      if (id !== undefined) await toggle(home, id);
      return;
    case 'perform-action':
    case 'call-service':
      await callService(home, action, id);
      return;
    case 'assist':
    case 'fire-dom-event':
      toast(say('dashboards.action_elsewhere'));
      return;
    default:
      if (id !== undefined && home.entity(id) !== undefined) openEntity(host, id);
  }
}

/** Switches an entity as its tile would, or with the service for all domains. */
export async function toggle(home: HomeStore, id: string): Promise<void> {
  const entity = home.entity(id);
  if (entity === undefined) return;
  const tap = tapOf(entity);
  await perform(home, entity, tap ?? { domain: 'homeassistant', service: 'toggle' });
}

async function callService(home: HomeStore, action: Config, id: string | undefined): Promise<void> {
  const name = textIn(action.perform_action) ?? textIn(action.service);
  const [domain, service] = name?.split('.') ?? [];
  if (domain === undefined || service === undefined) return;
  const about = `${domain}.${service}`;
  try {
    await home.connection.sendMessagePromise({
      ...{ type: 'call_service', domain, service },
      service_data: configIn(action.data) ?? configIn(action.service_data) ?? {},
      ...(configIn(action.target) === undefined ? {} : { target: action.target }),
    });
    endTrouble(about);
  } catch (error) {
    toastTrouble(say('home.failed', { name: id ?? about, message: failure(error) }), about);
  }
}

/** Only pages of the web and of this server. */
function openUrl(path: string | undefined): void {
  if (path === undefined) return;
  const url = URL.parse?.(path, location.href) ?? null;
  if (url === null || !/^https?:$/.test(url.protocol)) return;
  window.open(url.href, '_blank', 'noopener,noreferrer');
}

/** Asks for confirmation if the action requires it of this user. */
async function isConfirmed(home: HomeStore, given: unknown): Promise<boolean> {
  if (given !== true && configIn(given) === undefined) return true;
  const { text, title, confirm_text, dismiss_text, exemptions } = configIn(given) ?? {};
  if (configsIn(exemptions).some(({ user }) => user === home.user.id)) return true;
  const place = document.createElement('div');
  document.body.append(place);
  return new Promise<boolean>((resolve) => {
    let isAccepted = false;
    const view = confirmation({
      title: textIn(title) ?? say('dashboards.confirm'),
      question: textIn(text) ?? say('dashboards.confirm_question'),
      yes: textIn(confirm_text) ?? say('dashboards.confirm_yes'),
      no: textIn(dismiss_text) ?? say('action.cancel'),
      onYes: () => {
        isAccepted = true;
      },
      onClose: () => {
        place.remove();
        // The answer is set right after the dialog has closed.
        queueMicrotask(() => resolve(isAccepted));
      },
    });
    render(view, place);
  });
}

/** Whether an entity can be switched by a tap. */
export function canToggle(home: HomeStore, id: string): boolean {
  const entity = home.entity(id);
  return (
    entity !== undefined && home.mayControl(id) && tapOf(entity) !== undefined && domainOf(id) !== 'lock'
  );
}
