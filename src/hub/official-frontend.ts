import { Diagnostics } from '../api/diagnostics.ts';
import type { RouteParts } from '../api/rest/routes/index.ts';
import type { CommandParts } from '../api/ws/commands/index.ts';
import type { Access } from '../core/access.ts';
import type { HubContext } from './hub-context.ts';
import { systemHealth } from './system-health.ts';

/** What the official frontend asks besides the interface that all clients use. */
export function officialFrontendCommands(
  hub: HubContext,
  integrations: (access: Access) => readonly string[],
): Pick<
  CommandParts,
  | 'absentParts'
  | 'diagnostics'
  | 'issues'
  | 'logs'
  | 'maintenance'
  | 'ownProfile'
  | 'systemHealth'
  | 'webhooks'
> {
  const { home, auth, maintenance, issues, helpers, automation } = hub;
  const persons = helpers.collections.find(({ domain }) => domain === 'person');
  return {
    absentParts: [home],
    diagnostics: [diagnosticsOf(hub)],
    issues: [issues.issues],
    logs: [{ ...maintenance.logs, integrations }],
    maintenance: [maintenance.parts],
    ownProfile: persons === undefined ? undefined : [auth, persons],
    systemHealth: [systemHealth(hub)],
    webhooks: [automation.webhooks],
  };
}

/** Where the official frontend downloads and uploads files. */
export function officialFrontendRoutes(hub: HubContext): Pick<RouteParts, 'diagnostics'> {
  return { diagnostics: [diagnosticsOf(hub)] };
}

function diagnosticsOf(hub: HubContext): Diagnostics {
  const [system] = systemHealth(hub);
  return new Diagnostics({
    ...hub.home,
    states: hub.states,
    system: async () => (await system?.info()) ?? {},
  });
}
