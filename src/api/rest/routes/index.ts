import { causeRoutes } from '../../cause-interface.ts';
import type { Route } from '../route.ts';
import { authRoutes } from './auth.ts';
import { calendarRoutes } from './calendars.ts';
import { conversationRoutes } from './conversation.ts';
import { eventRoutes } from './events.ts';
import { homeRoutes } from './home.ts';
import { itemConfigRoutes } from './item-configs.ts';
import { onboardingRoutes } from './onboarding.ts';
import { pictureRoutes } from './pictures.ts';
import { serviceRoutes } from './services.ts';
import { stateRoutes } from './states.ts';
import { streamRoutes } from './stream.ts';
import { templateRoutes } from './template.ts';
import { webhookRoutes } from './webhook.ts';

/** The routes of each file. A new file is added here. */
const LISTS = {
  auth: authRoutes,
  calendars: calendarRoutes,
  causes: causeRoutes,
  conversation: conversationRoutes,
  events: eventRoutes,
  home: homeRoutes,
  itemConfigs: itemConfigRoutes,
  onboarding: onboardingRoutes,
  pictures: pictureRoutes,
  services: serviceRoutes,
  states: stateRoutes,
  stream: streamRoutes,
  template: templateRoutes,
  webhook: webhookRoutes,
};

type Lists = typeof LISTS;

/** The arguments of each list; undefined omits the list. */
export type RouteParts = { readonly [Name in keyof Lists]: Parameters<Lists[Name]> | undefined };

/** All routes. */
export function allRoutes(parts: RouteParts): Route[] {
  return Object.entries(LISTS).flatMap(([name, list]) => {
    const own = parts[name as keyof Lists];
    return own === undefined ? [] : (list as (...own: readonly unknown[]) => Route[])(...own);
  });
}
