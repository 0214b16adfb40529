import { Diagnostics } from '../api/diagnostics.ts';
import { MediaLibrary } from '../api/media-library.ts';
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
  | 'addressCheck'
  | 'cameras'
  | 'diagnostics'
  | 'habits'
  | 'images'
  | 'issues'
  | 'logs'
  | 'maintenance'
  | 'media'
  | 'ownProfile'
  | 'systemHealth'
  | 'webhooks'
> {
  const { home, auth, clock, maintenance, issues, files, helpers, automation } = hub;
  const persons = helpers.collections.find(({ domain }) => domain === 'person');
  return {
    absentParts: [home],
    addressCheck: [hub.addressCheck],
    cameras: [{ ...home, streams: files.streams }],
    diagnostics: [diagnosticsOf(hub)],
    habits: [{ ...home, states: hub.states, habits: hub.habits }],
    images: [files.pictures],
    issues: [issues.issues],
    logs: [{ ...maintenance.logs, integrations }],
    maintenance: [maintenance.parts],
    media: [{ ...home, clock, files: files.media, library: libraryOf(hub), signedPaths: auth.signedPaths }],
    ownProfile: persons === undefined ? undefined : [auth, persons],
    systemHealth: [systemHealth(hub)],
    webhooks: [automation.webhooks],
  };
}

/** Where the official frontend downloads and uploads files. */
export function officialFrontendRoutes(
  hub: HubContext,
): Pick<RouteParts, 'addressCheck' | 'brands' | 'cameraStreams' | 'diagnostics' | 'images' | 'media'> {
  const { files } = hub;
  return {
    addressCheck: [hub.addressCheck],
    brands: [],
    cameraStreams: [files.streams],
    diagnostics: [diagnosticsOf(hub)],
    images: [files.pictures],
    media: [{ files: files.media, library: libraryOf(hub) }],
  };
}

function libraryOf({ home, states, files }: HubContext): MediaLibrary {
  return new MediaLibrary({ ...home, states, files: files.media });
}

function diagnosticsOf(hub: HubContext): Diagnostics {
  const [system] = systemHealth(hub);
  return new Diagnostics({
    ...hub.home,
    states: hub.states,
    ofIntegration: async (entryId) => hub.integrations.provided.devices?.diagnosticsOf(entryId),
    system: async () => (await system?.info()) ?? {},
  });
}
