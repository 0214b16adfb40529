import {
  mdiChartBar,
  mdiCodeBraces,
  mdiFormatListBulleted,
  mdiPulse,
  mdiRoomServiceOutline,
  mdiTextBoxOutline,
} from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Section } from '../../parts/sections.ts';

/** The pages of the developer tools. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'states',
    title: 'states.title',
    hint: 'states.intro',
    iconPath: mdiFormatListBulleted,
    load: async () => define({ 'hearth-states-page': (await import('./states-page.ts')).StatesPage }),
    view: (home) => html`<hearth-states-page .home=${home}></hearth-states-page>`,
  },
  {
    name: 'services',
    title: 'services.title',
    hint: 'services.intro',
    iconPath: mdiRoomServiceOutline,
    load: async () => define({ 'hearth-services-page': (await import('./services-page.ts')).ServicesPage }),
    view: (home) => html`<hearth-services-page .home=${home}></hearth-services-page>`,
  },
  {
    name: 'events',
    title: 'events.title',
    hint: 'events.intro',
    iconPath: mdiPulse,
    load: async () => define({ 'hearth-events-page': (await import('./events-page.ts')).EventsPage }),
    view: (home) => html`<hearth-events-page .home=${home}></hearth-events-page>`,
  },
  {
    name: 'template',
    title: 'template_tool.title',
    hint: 'template.intro',
    iconPath: mdiCodeBraces,
    load: async () => define({ 'hearth-template-page': (await import('./template-page.ts')).TemplatePage }),
    view: (home) => html`<hearth-template-page .home=${home}></hearth-template-page>`,
  },
  {
    name: 'statistics',
    title: 'statistics.title',
    hint: 'statistics.intro',
    iconPath: mdiChartBar,
    load: async () =>
      define({ 'hearth-statistics-page': (await import('./statistics/statistics-page.ts')).StatisticsPage }),
    view: (home, rest) => html`<hearth-statistics-page .home=${home} .rest=${rest}></hearth-statistics-page>`,
  },
  {
    name: 'log',
    title: 'log.title',
    hint: 'log.intro',
    iconPath: mdiTextBoxOutline,
    load: async () => define({ 'hearth-log-page': (await import('./log-page.ts')).LogPage }),
    view: (home) => html`<hearth-log-page .home=${home}></hearth-log-page>`,
  },
];
