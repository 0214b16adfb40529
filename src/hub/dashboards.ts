import type { ItemHistory } from '../automation/item-files/item-history.ts';
import type { Part } from '../core/lifecycle.ts';
import { DashboardsInFiles } from '../entities/dashboards/dashboard-files.ts';
import { DashboardResources, StoredResource } from '../entities/dashboards/dashboard-resources.ts';
import type { DashboardVersions } from '../entities/dashboards/dashboard-versions.ts';
import { Dashboard, DashboardConfig, Dashboards } from '../entities/dashboards/dashboards.ts';
import { PanelChanges, Panels } from '../entities/dashboards/panels.ts';
import { DefaultThemes, Themes } from '../entities/dashboards/themes.ts';
import { themeServices } from '../entities/services/theme-services.ts';
import type { Documents } from '../storage/documents.ts';
import { openDashboardFiles } from './dashboard-files.ts';
import type { HubContext, HubDashboards } from './hub-context.ts';

/** Opens the dashboards that clients arrange, and the pages of the official frontend. */
export function openDashboards(
  hub: Pick<HubContext, 'options' | 'bus' | 'clock'>,
  documents: Documents,
  history: ItemHistory,
): HubDashboards {
  const { options, bus, clock } = hub;
  const log = options.logFile.log.named('frontend');
  const read = openDashboardFiles(hub, log);
  const files = new DashboardsInFiles(read);
  const dashboards: Dashboards = new Dashboards({
    list: documents.collection('dashboards', Dashboard),
    configs: documents.collection('dashboard_configs', DashboardConfig),
    versions: versionsIn(history),
    refuseChange: (path) => files.refuseChange(path),
    isTaken: (path) => panels.isPage(path) || files.has(path),
    bus,
    clock,
  });
  const panels = new Panels({
    changes: documents.collection('panels', PanelChanges),
    dashboards: () => [...dashboards.panels(), ...files.panels()],
    bus,
    clock,
  });
  const resources = new DashboardResources(
    documents.collection('dashboard_resources', StoredResource),
    read.resources,
  );
  const themes = new Themes({
    read: () => read.readThemes(),
    store: documents.collection('themes', DefaultThemes),
    ...{ bus, clock, log },
  });
  const part: Part = { name: 'themes', start: () => themes.reload(), stop: () => {} };
  return { dashboards, files, panels, resources, themes, part, services: themeServices(themes) };
}

/** The versions of dashboards are kept like those of automations. */
function versionsIn(history: ItemHistory): DashboardVersions {
  const domain = 'dashboard';
  return {
    record: (id, text, { userId, isFound }) =>
      history.noted(domain, { id, text }, { kind: isFound ? 'found' : 'saved', userId }),
    list: (id) => history.list(domain, id),
    get: async (id, version) => (await history.get(domain, id, version)).text ?? '{}',
  };
}
