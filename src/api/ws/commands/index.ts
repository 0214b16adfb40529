import { addressCheckCommands } from '../../address-check.ts';
import { causeCommands } from '../../cause-interface.ts';
import { changeCommands } from '../../changes-interface.ts';
import { importCommands } from '../../import-interface.ts';
import { makeAll, type PartsOf } from '../../part-lists.ts';
import { phoneCommands } from '../../phones-interface.ts';
import { pushCommands } from '../../push-interface.ts';
import type { Command } from '../command.ts';
import { absentPartCommands } from './absent-parts.ts';
import { assistPipelineCommands } from './assist-pipelines.ts';
import { authCommands } from './auth.ts';
import { automationCommands } from './automations.ts';
import { backupItemCommands } from './backup-items.ts';
import { backupTargetCommands } from './backup-targets.ts';
import { backupCommands } from './backups.ts';
import { blueprintCommands } from './blueprints.ts';
import { calendarCommands } from './calendar.ts';
import { cameraCommands } from './cameras.ts';
import { categoryCommands } from './categories.ts';
import { collectionCommands } from './collections.ts';
import { configEntryCommands } from './config-entries.ts';
import { conversationCommands } from './conversation.ts';
import { coreCommands } from './core.ts';
import { dashboardArrangingCommands } from './dashboard-arranging.ts';
import { dashboardCommands } from './dashboards.ts';
import { deviceAutomationCommands } from './device-automations.ts';
import { deviceRegistryCommands } from './device-registry.ts';
import { diagnosticsCommands } from './diagnostics.ts';
import { energyCommands } from './energy.ts';
import { entityRegistryCommands } from './entity-registry.ts';
import { eventCommands } from './events.ts';
import { exposureCommands } from './exposure.ts';
import { frontendCommands } from './frontend.ts';
import { habitCommands } from './habits.ts';
import { historyCommands } from './history.ts';
import { historyDataCommands } from './history-data.ts';
import { homeCommands } from './home.ts';
import { imageCommands } from './images.ts';
import { integrationCommands } from './integrations.ts';
import { issueCommands } from './issues.ts';
import { itemConfigCommands } from './item-configs.ts';
import { logbookCommands } from './logbook.ts';
import { logCommands } from './logs.ts';
import { maintenanceCommands } from './maintenance.ts';
import { mediaCommands } from './media.ts';
import { mqttCommands } from './mqtt.ts';
import { mqttAccountCommands } from './mqtt-accounts.ts';
import { mqttSettingsCommands } from './mqtt-settings.ts';
import { notificationCommands } from './notifications.ts';
import { ownProfileCommands } from './own-profile.ts';
import { panelCommands } from './panels.ts';
import { placeCommands } from './places.ts';
import { recorderCommands } from './recorder.ts';
import { registryCommands } from './registries.ts';
import { securityCommands } from './security.ts';
import { seeAsCommands } from './see-as.ts';
import { serviceCommands } from './services.ts';
import { stateCommands } from './states.ts';
import { statisticsEditCommands } from './statistics-edits.ts';
import { statisticsRepairCommands } from './statistics-repairs.ts';
import { systemCommands } from './system.ts';
import { systemHealthCommands } from './system-health.ts';
import { targetCommands } from './targets.ts';
import { templateCommands } from './template.ts';
import { tlsCommands } from './tls.ts';
import { todoCommands } from './todo.ts';
import { traceCommands } from './traces.ts';
import { triggerCommands } from './triggers.ts';
import { unitCommands } from './units.ts';
import { userCommands } from './users.ts';
import { vacuumCommands } from './vacuum.ts';
import { weatherCommands } from './weather.ts';
import { webhookCommands } from './webhooks.ts';

/** The WebSocket commands of each file. A new file is added here. */
const LISTS = {
  absentParts: absentPartCommands,
  addressCheck: addressCheckCommands,
  assistPipelines: assistPipelineCommands,
  auth: authCommands,
  automations: automationCommands,
  backups: backupCommands,
  backupTargets: backupTargetCommands,
  backupItems: backupItemCommands,
  blueprints: blueprintCommands,
  calendar: calendarCommands,
  cameras: cameraCommands,
  categories: categoryCommands,
  causes: causeCommands,
  changes: changeCommands,
  collections: collectionCommands,
  configEntries: configEntryCommands,
  conversation: conversationCommands,
  core: coreCommands,
  dashboards: dashboardCommands,
  dashboardArranging: dashboardArrangingCommands,
  seeAs: seeAsCommands,
  deviceAutomations: deviceAutomationCommands,
  deviceRegistry: deviceRegistryCommands,
  diagnostics: diagnosticsCommands,
  energy: energyCommands,
  entityRegistry: entityRegistryCommands,
  events: eventCommands,
  exposure: exposureCommands,
  frontend: frontendCommands,
  habits: habitCommands,
  history: historyCommands,
  historyData: historyDataCommands,
  home: homeCommands,
  images: imageCommands,
  imports: importCommands,
  integrations: integrationCommands,
  issues: issueCommands,
  itemConfigs: itemConfigCommands,
  logbook: logbookCommands,
  logs: logCommands,
  maintenance: maintenanceCommands,
  media: mediaCommands,
  mqtt: mqttCommands,
  mqttAccounts: mqttAccountCommands,
  mqttSettings: mqttSettingsCommands,
  notifications: notificationCommands,
  ownProfile: ownProfileCommands,
  panels: panelCommands,
  phones: phoneCommands,
  places: placeCommands,
  push: pushCommands,
  recorder: recorderCommands,
  registries: registryCommands,
  security: securityCommands,
  services: serviceCommands,
  states: stateCommands,
  statisticsEdits: statisticsEditCommands,
  statisticsRepairs: statisticsRepairCommands,
  system: systemCommands,
  systemHealth: systemHealthCommands,
  targets: targetCommands,
  template: templateCommands,
  tls: tlsCommands,
  todo: todoCommands,
  traces: traceCommands,
  triggers: triggerCommands,
  units: unitCommands,
  users: userCommands,
  vacuum: vacuumCommands,
  weather: weatherCommands,
  webhooks: webhookCommands,
};

/** The arguments of each list; undefined omits the list. */
export type CommandParts = PartsOf<typeof LISTS>;

/** All WebSocket commands. */
export function allCommands(parts: CommandParts): Command[] {
  return makeAll<Command, typeof LISTS>(LISTS, parts);
}
