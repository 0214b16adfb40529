import {
  mdiAccountGroupOutline,
  mdiAccountKeyOutline,
  mdiClipboardTextClockOutline,
  mdiDevices,
  mdiFloorPlan,
  mdiHomeMapMarker,
  mdiKeyOutline,
  mdiLabelMultipleOutline,
  mdiPaletteOutline,
  mdiPuzzleOutline,
  mdiRobotOutline,
  mdiScriptTextOutline,
  mdiServerOutline,
  mdiShapeOutline,
  mdiTransitConnectionVariant,
} from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Section } from '../../parts/sections.ts';
import type { ItemDomain } from '../../server/items.ts';

const HOUSE: readonly Section[] = [
  {
    name: 'areas',
    title: 'areas.title',
    hint: 'areas.hint',
    drawing: mdiFloorPlan,
    load: async () => define({ 'hearth-areas-page': (await import('./areas-page.ts')).AreasPage }),
    view: (house) => html`<hearth-areas-page .house=${house}></hearth-areas-page>`,
  },
  {
    name: 'devices',
    title: 'devices.title',
    hint: 'devices.hint',
    drawing: mdiDevices,
    load: async () => define({ 'hearth-devices-page': (await import('./devices-page.ts')).DevicesPage }),
    view: (house, rest) =>
      html`<hearth-devices-page .house=${house} .deviceId=${rest}></hearth-devices-page>`,
  },
  {
    name: 'entities',
    title: 'entities.title',
    hint: 'entities.hint',
    drawing: mdiShapeOutline,
    load: async () => define({ 'hearth-entities-page': (await import('./entities-page.ts')).EntitiesPage }),
    view: (house) => html`<hearth-entities-page .house=${house}></hearth-entities-page>`,
  },
  {
    name: 'helpers',
    title: 'helpers.title',
    hint: 'helpers.hint',
    drawing: mdiAccountGroupOutline,
    load: async () => define({ 'hearth-helpers-page': (await import('./helpers-page.ts')).HelpersPage }),
    view: (house) => html`<hearth-helpers-page .house=${house}></hearth-helpers-page>`,
  },
  {
    name: 'labels',
    title: 'labels.title',
    hint: 'labels.hint',
    drawing: mdiLabelMultipleOutline,
    load: async () => define({ 'hearth-labels-page': (await import('./labels-page.ts')).LabelsPage }),
    view: (house) => html`<hearth-labels-page .house=${house}></hearth-labels-page>`,
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
    drawing: mdiPuzzleOutline,
    load: async () =>
      define({ 'hearth-blueprints-page': (await import('./items/blueprints-page.ts')).BlueprintsPage }),
    view: (house) => html`<hearth-blueprints-page .house=${house}></hearth-blueprints-page>`,
  },
];

const PEOPLE: readonly Section[] = [
  {
    name: 'users',
    title: 'users.title',
    hint: 'users.hint',
    drawing: mdiAccountKeyOutline,
    load: async () => define({ 'hearth-users-page': (await import('./users-page.ts')).UsersPage }),
    view: (house, rest) => html`<hearth-users-page .house=${house} .userId=${rest}></hearth-users-page>`,
  },
  {
    name: 'tokens',
    title: 'access.title',
    hint: 'access.hint',
    drawing: mdiKeyOutline,
    load: async () => define({ 'hearth-tokens-page': (await import('./tokens-page.ts')).TokensPage }),
    view: (house) => html`<hearth-tokens-page .house=${house}></hearth-tokens-page>`,
  },
  {
    name: 'audit',
    title: 'audit.title',
    hint: 'audit.hint',
    drawing: mdiClipboardTextClockOutline,
    load: async () => define({ 'hearth-audit-page': (await import('./audit-page.ts')).AuditPage }),
    view: (house) => html`<hearth-audit-page .house=${house}></hearth-audit-page>`,
  },
];

const SERVER: readonly Section[] = [
  {
    name: 'home',
    title: 'place.title',
    hint: 'place.menu_hint',
    drawing: mdiHomeMapMarker,
    load: async () => define({ 'hearth-home-facts': (await import('./home-page.ts')).HomeFactsPage }),
    view: (house) => html`<hearth-home-facts .house=${house}></hearth-home-facts>`,
  },
  {
    name: 'mqtt',
    title: 'mqtt.title',
    hint: 'mqtt.hint',
    drawing: mdiTransitConnectionVariant,
    load: async () => define({ 'hearth-mqtt-page': (await import('./mqtt-page.ts')).MqttPage }),
    view: (house) => html`<hearth-mqtt-page .house=${house}></hearth-mqtt-page>`,
  },
  {
    name: 'system',
    title: 'system.title',
    hint: 'system.hint',
    drawing: mdiServerOutline,
    load: async () => define({ 'hearth-system-page': (await import('./system-page.ts')).SystemPage }),
    view: (house) => html`<hearth-system-page .house=${house}></hearth-system-page>`,
  },
];

/** The pages of the settings, in groups. */
export const SECTIONS: readonly (readonly Section[])[] = [HOUSE, MADE, PEOPLE, SERVER];

function madeSection(
  name: 'automations' | 'scripts' | 'scenes',
  domain: ItemDomain,
  drawing: string,
): Section {
  return {
    name,
    title: `${name}.title`,
    hint: `${name}.hint`,
    drawing,
    load: async () => define({ 'hearth-items-page': (await import('./items/items-page.ts')).ItemsPage }),
    view: (house, rest) =>
      html`<hearth-items-page .house=${house} .domain=${domain} .rest=${rest}></hearth-items-page>`,
  };
}
