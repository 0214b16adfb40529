import type { Integration } from '../integration.ts';

/** Cameras with an address, as the settings name them; loaded only where they do. */
export const cameraIntegration = {
  name: 'camera',
  settings: {},
  sections: ['camera'],
  open: async ({ settings, entities, clock, log }) => {
    const section = settings.sections.get('camera');
    if (section === undefined) return undefined;
    const { GenericCameras } = await import('./generic-cameras.ts');
    return { parts: [new GenericCameras({ section, entities, clock, log: log.named('camera') })] };
  },
} satisfies Integration<Record<never, never>>;
