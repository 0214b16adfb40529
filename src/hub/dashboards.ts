import { DashboardResources, StoredResource } from '../entities/dashboards/dashboard-resources.ts';
import { Dashboard, DashboardConfig, Dashboards } from '../entities/dashboards/dashboards.ts';
import { PanelChanges, Panels } from '../entities/dashboards/panels.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext, HubDashboards } from './hub-context.ts';

/** Opens the dashboards that clients arrange, and the pages of the official frontend. */
export function openDashboards(
  { bus, clock }: Pick<HubContext, 'bus' | 'clock'>,
  documents: Documents,
): HubDashboards {
  const dashboards: Dashboards = new Dashboards({
    list: documents.collection('dashboards', Dashboard),
    configs: documents.collection('dashboard_configs', DashboardConfig),
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
