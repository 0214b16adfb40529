import type { Integration } from '../integration.ts';
import { Catalog } from './catalog.ts';
import { ProcessIntegrations } from './part.ts';

const SETTINGS = {};

/** The integrations that run in processes of their own, written with the SDK `hearth-integration`. */
export const processIntegrations = {
  name: 'processes',
  settings: SETTINGS,
  sections: [],
  open: async ({ settings, home, entities, bus, states, clock, templates, log, instanceId }) => {
    const own = log.named('integrations');
    const devices = new ProcessIntegrations(
      { home, port: entities, bus, states, clock, templates, log: own },
      new Catalog(settings.dataDir, own, instanceId),
    );
    return { parts: [], partsAfterHelpers: [devices], provides: { devices } };
  },
} satisfies Integration<typeof SETTINGS>;
