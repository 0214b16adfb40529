import {
  mdiAccountGroupOutline,
  mdiAccountKeyOutline,
  mdiBackupRestore,
  mdiCellphoneLink,
  mdiClipboardTextClockOutline,
  mdiDevices,
  mdiFloorPlan,
  mdiHomeImportOutline,
  mdiHomeMapMarker,
  mdiKeyOutline,
  mdiLabelMultipleOutline,
  mdiLockOutline,
  mdiPaletteOutline,
  mdiPowerPlugOutline,
  mdiPuzzleOutline,
  mdiRobotOutline,
  mdiScriptTextOutline,
  mdiServerOutline,
  mdiShapeOutline,
  mdiTransitConnectionVariant,
  mdiUndoVariant,
} from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Section } from '../../parts/sections.ts';
import type { ItemDomain } from '../../server/items.ts';

const HOME_SECTIONS: readonly Section[] = [
  {
    name: 'areas',
    title: 'areas.title',
    hint: 'areas.hint',
    iconPath: mdiFloorPlan,
    load: async () => define({ 'hearth-areas-page': (await import('./areas-page.ts')).AreasPage }),
    view: (home) => html`<hearth-areas-page .home=${home}></hearth-areas-page>`,
  },
  {
    name: 'integrations',
    title: 'integrations.title',
    hint: 'integrations.hint',
    iconPath: mdiPowerPlugOutline,
    load: async () =>
      define({ 'hearth-integrations-page': (await import('./integrations-page.ts')).IntegrationsPage }),
    view: (home, rest) =>
      html`<hearth-integrations-page .home=${home} .rest=${rest}></hearth-integrations-page>`,
  },
  {
    name: 'devices',
    title: 'devices.title',
    hint: 'devices.hint',
    iconPath: mdiDevices,
    load: async () => define({ 'hearth-devices-page': (await import('./devices-page.ts')).DevicesPage }),
    view: (home, rest) => html`<hearth-devices-page .home=${home} .deviceId=${rest}></hearth-devices-page>`,
  },
  {
    name: 'entities',
    title: 'entities.title',
    hint: 'entities.hint',
    iconPath: mdiShapeOutline,
    load: async () => define({ 'hearth-entities-page': (await import('./entities-page.ts')).EntitiesPage }),
    view: (home) => html`<hearth-entities-page .home=${home}></hearth-entities-page>`,
  },
  {
    name: 'helpers',
    title: 'helpers.title',
    hint: 'helpers.hint',
    iconPath: mdiAccountGroupOutline,
    load: async () => define({ 'hearth-helpers-page': (await import('./helpers-page.ts')).HelpersPage }),
    view: (home) => html`<hearth-helpers-page .home=${home}></hearth-helpers-page>`,
  },
  {
    name: 'labels',
    title: 'labels.title',
    hint: 'labels.hint',
    iconPath: mdiLabelMultipleOutline,
    load: async () => define({ 'hearth-labels-page': (await import('./labels-page.ts')).LabelsPage }),
    view: (home) => html`<hearth-labels-page .home=${home}></hearth-labels-page>`,
  },
];

const MADE: readonly Section[] = [
  madeSection('automations', 'automation', mdiRobotOutline),
  madeSection('scripts', 'script', mdiScriptTextOutline),
  madeSection('scenes', 'scene', mdiPaletteOutline),
  {
    name: 'blueprints',
    title: 'blueprints.title',
    hint: 'blueprints.hint',
    iconPath: mdiPuzzleOutline,
    load: async () =>
      define({ 'hearth-blueprints-page': (await import('./automations/blueprints-page.ts')).BlueprintsPage }),
    view: (home) => html`<hearth-blueprints-page .home=${home}></hearth-blueprints-page>`,
  },
];

const PEOPLE: readonly Section[] = [
  {
    name: 'users',
    title: 'users.title',
    hint: 'users.hint',
    iconPath: mdiAccountKeyOutline,
    load: async () => define({ 'hearth-users-page': (await import('./users-page.ts')).UsersPage }),
    view: (home, rest) => html`<hearth-users-page .home=${home} .userId=${rest}></hearth-users-page>`,
  },
  {
    name: 'phones',
    title: 'phones.title',
    hint: 'phones.hint',
    iconPath: mdiCellphoneLink,
    load: async () => define({ 'hearth-phones-page': (await import('./phones-page.ts')).PhonesPage }),
    view: (home) => html`<hearth-phones-page .home=${home}></hearth-phones-page>`,
  },
  {
    name: 'tokens',
    title: 'access.title',
    hint: 'access.hint',
    iconPath: mdiKeyOutline,
    load: async () => define({ 'hearth-tokens-page': (await import('./tokens-page.ts')).TokensPage }),
    view: (home) => html`<hearth-tokens-page .home=${home}></hearth-tokens-page>`,
  },
  {
    name: 'changes',
    title: 'changes.title',
    hint: 'changes.hint',
    iconPath: mdiUndoVariant,
    load: async () => define({ 'hearth-changes-page': (await import('./changes-page.ts')).ChangesPage }),
    view: (home) => html`<hearth-changes-page .home=${home}></hearth-changes-page>`,
  },
  {
    name: 'audit',
    title: 'audit.title',
    hint: 'audit.hint',
    iconPath: mdiClipboardTextClockOutline,
    load: async () => define({ 'hearth-audit-page': (await import('./audit-page.ts')).AuditPage }),
    view: (home) => html`<hearth-audit-page .home=${home}></hearth-audit-page>`,
  },
];

const SERVER: readonly Section[] = [
  {
    name: 'home',
    title: 'place.title',
    hint: 'place.menu_hint',
    iconPath: mdiHomeMapMarker,
    load: async () => define({ 'hearth-home-facts': (await import('./home-page.ts')).HomeFactsPage }),
    view: (home) => html`<hearth-home-facts .home=${home}></hearth-home-facts>`,
  },
  {
    name: 'mqtt',
    title: 'mqtt.title',
    hint: 'mqtt.hint',
    iconPath: mdiTransitConnectionVariant,
    load: async () => define({ 'hearth-mqtt-page': (await import('./mqtt-page.ts')).MqttPage }),
    view: (home) => html`<hearth-mqtt-page .home=${home}></hearth-mqtt-page>`,
  },
  {
    name: 'encryption',
    title: 'encryption.title',
    hint: 'encryption.hint',
    iconPath: mdiLockOutline,
    load: async () =>
      define({ 'hearth-encryption-page': (await import('./encryption-page.ts')).EncryptionPage }),
    view: (home) => html`<hearth-encryption-page .home=${home}></hearth-encryption-page>`,
  },
  {
    name: 'backups',
    title: 'backups.title',
    hint: 'backups.hint',
    iconPath: mdiBackupRestore,
    load: async () =>
      define({ 'hearth-backups-page': (await import('./backups/backups-page.ts')).BackupsPage }),
    view: (home, rest) => html`<hearth-backups-page .home=${home} .backupId=${rest}></hearth-backups-page>`,
  },
  {
    name: 'import',
    title: 'imports.title',
    hint: 'imports.hint',
    iconPath: mdiHomeImportOutline,
    load: async () => define({ 'hearth-import-page': (await import('./import/import-page.ts')).ImportPage }),
    view: (home) => html`<hearth-import-page .home=${home}></hearth-import-page>`,
  },
  {
    name: 'system',
    title: 'system.title',
    hint: 'system.hint',
    iconPath: mdiServerOutline,
    load: async () => define({ 'hearth-system-page': (await import('./system-page.ts')).SystemPage }),
    view: (home) => html`<hearth-system-page .home=${home}></hearth-system-page>`,
  },
];

/** The pages of the settings, in groups. */
export const SECTIONS: readonly (readonly Section[])[] = [HOME_SECTIONS, MADE, PEOPLE, SERVER];

function madeSection(
  name: 'automations' | 'scripts' | 'scenes',
  domain: ItemDomain,
  iconPath: string,
): Section {
  return {
    name,
    title: `${name}.title`,
    hint: `${name}.hint`,
    iconPath,
    load: async () =>
      define({ 'hearth-items-page': (await import('./automations/items-page.ts')).ItemsPage }),
    view: (home, rest) =>
      html`<hearth-items-page .home=${home} .domain=${domain} .rest=${rest}></hearth-items-page>`,
  };
}
