import { switchSetting } from '../../core/settings-block.ts';
import type { Integration } from '../integration.ts';
import { DEMO } from './demo.ts';

const SETTINGS = { demo: switchSetting(false).describe('Adds the simulated home.') };

/** The simulated home, there under `--demo` or added while the server runs. */
export const demoIntegration = {
  name: DEMO,
  settings: SETTINGS,
  sections: [],
  open: async (context) => {
    const { DemoHome } = await import('./demo-home.ts');
    const demo = new DemoHome(context);
    return {
      parts: [demo.simulation],
      partsAfterHelpers: [demo.furniture],
      provides: { demo },
      absentPlatforms: demo.isWanted ? [] : [DEMO],
    };
  },
} satisfies Integration<typeof SETTINGS>;
