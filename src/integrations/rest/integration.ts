import type { Integration } from '../integration.ts';

/** REST as in Home Assistant's YAML: `rest:`, `rest_command:` and `platform: rest`. */
export const restIntegration = {
  name: 'rest',
  settings: {},
  sections: [],
  platforms: ['rest'],
  open: async ({ entities, home, templates, clock, log, readItems }) => {
    const { RestPart } = await import('./rest-part.ts');
    const own = log.named('rest');
    const part = new RestPart({ port: entities, engine: home.engine, templates, clock, log: own, readItems });
    return { parts: [], partsAfterHelpers: [part] };
  },
} satisfies Integration<Record<never, never>>;
