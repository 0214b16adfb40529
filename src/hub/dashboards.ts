import type { ItemHistory } from '../automation/item-files/item-history.ts';
import { DashboardResources, StoredResource } from '../entities/dashboards/dashboard-resources.ts';
import type { DashboardVersions } from '../entities/dashboards/dashboard-versions.ts';
import { Dashboard, DashboardConfig, Dashboards } from '../entities/dashboards/dashboards.ts';
import { PanelChanges, Panels } from '../entities/dashboards/panels.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext, HubDashboards } from './hub-context.ts';

/** Opens the dashboards that clients arrange, and the pages of the official frontend. */
export function openDashboards(
  { bus, clock }: Pick<HubContext, 'bus' | 'clock'>,
  documents: Documents,
  history: ItemHistory,
): HubDashboards {
  const dashboards: Dashboards = new Dashboards({
    list: documents.collection('dashboards', Dashboard),
    configs: documents.collection('dashboard_configs', DashboardConfig),
    versions: versionsIn(history),
    isTaken: (path) => panels.isPage(path),
    bus,
    clock,
  });
  const panels = new Panels({
    changes: documents.collection('panels', PanelChanges),
    dashboards: () => dashboards.panels(),
    bus,
    clock,
  });
  const resources = new DashboardResources(documents.collection('dashboard_resources', StoredResource));
  return { dashboards, panels, resources };
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
