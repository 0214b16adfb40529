import { addressCheckRoutes } from '../../address-check.ts';
import { causeRoutes } from '../../cause-interface.ts';
import { changeRoutes } from '../../changes-interface.ts';
import { makeAll, type PartsOf } from '../../part-lists.ts';
import { phoneRoutes } from '../../phones-interface.ts';
import { pushRoutes } from '../../push-interface.ts';
import type { Route } from '../route.ts';
import { authRoutes } from './auth.ts';
import { backupRoutes } from './backups.ts';
import { brandRoutes } from './brands.ts';
import { calendarRoutes } from './calendars.ts';
import { cameraStreamRoutes } from './camera-streams.ts';
import { configEntryRoutes } from './config-entries.ts';
import { conversationRoutes } from './conversation.ts';
import { diagnosticsRoutes } from './diagnostics.ts';
import { eventRoutes } from './events.ts';
import { historyRoutes } from './history.ts';
import { historyDataRoutes } from './history-data.ts';
import { homeRoutes } from './home.ts';
import { imageRoutes } from './images.ts';
import { itemConfigRoutes } from './item-configs.ts';
import { logbookRoutes } from './logbook.ts';
import { mediaRoutes } from './media.ts';
import { onboardingRoutes } from './onboarding.ts';
import { onboardingBackupRoutes } from './onboarding-backups.ts';
import { pictureRoutes } from './pictures.ts';
import { prometheusRoutes } from './prometheus.ts';
import { serviceRoutes } from './services.ts';
import { stateRoutes } from './states.ts';
import { streamRoutes } from './stream.ts';
import { templateRoutes } from './template.ts';
import { tlsRoutes } from './tls.ts';
import { uploadRoutes } from './uploads.ts';
import { webhookRoutes } from './webhook.ts';

/** The routes of each file. A new file is added here. */
const LISTS = {
  addressCheck: addressCheckRoutes,
  auth: authRoutes,
  backups: backupRoutes,
  brands: brandRoutes,
  calendars: calendarRoutes,
  cameraStreams: cameraStreamRoutes,
  causes: causeRoutes,
  changes: changeRoutes,
  configEntries: configEntryRoutes,
  conversation: conversationRoutes,
  diagnostics: diagnosticsRoutes,
  events: eventRoutes,
  history: historyRoutes,
  historyData: historyDataRoutes,
  home: homeRoutes,
  images: imageRoutes,
  itemConfigs: itemConfigRoutes,
  logbook: logbookRoutes,
  media: mediaRoutes,
  onboarding: onboardingRoutes,
  onboardingBackups: onboardingBackupRoutes,
  phones: phoneRoutes,
  pictures: pictureRoutes,
  prometheus: prometheusRoutes,
  push: pushRoutes,
  services: serviceRoutes,
  states: stateRoutes,
  stream: streamRoutes,
  template: templateRoutes,
  tls: tlsRoutes,
  uploads: uploadRoutes,
  webhook: webhookRoutes,
};

/** The arguments of each list; undefined omits the list. */
export type RouteParts = PartsOf<typeof LISTS>;

/** All routes. */
export function allRoutes(parts: RouteParts): Route[] {
  return makeAll<Route, typeof LISTS>(LISTS, parts);
}
