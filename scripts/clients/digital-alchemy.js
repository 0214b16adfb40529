// @digital-alchemy/hass: an application that prints what it knows and does.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checks.js';
import { prove, rest, until, withServer } from './server.js';

const LAMP = 'light.kitchen_counter';
const PLUG = 'switch.coffee_machine';

/**
 * Tests what the library can do with the server; it reads the list of services in Home Assistant's format.
 */
export function testDigitalAlchemy(cache, report) {
  return withServer(cache, 'http:\n  services_shape: list\n', async (server) => {
    // The program must be next to the library to import it.
    const folder = join(server.folder, 'app');
    mkdirSync(folder);
    const program = join(folder, 'app.mjs');
    copyFileSync(join(ROOT, 'scripts', 'clients', 'digital-alchemy-app.mjs'), program);
    await rest(server, '/api/services/switch/turn_off', { entity_id: PLUG });
    const env = { HASS_BASE_URL: server.url, HASS_TOKEN: server.token, LAMP, PLUG };
    const app = server.start([program], { cwd: folder, env });
    const said = (line) => until(line, () => app.output().includes(`app: ${line}`));
    const facts = [
      ['@digital-alchemy/hass becomes ready', () => said('ready, the lamp is off')],
      [
        '@digital-alchemy/hass sees a change',
        async () => {
          await rest(server, '/api/services/light/turn_on', { entity_id: LAMP, brightness: 77 });
          await said('the lamp went from off to on with 77');
        },
      ],
      [
        '@digital-alchemy/hass calls a service',
        async () => {
          await said('called');
          const { state } = await rest(server, `/api/states/${PLUG}`);
          if (state !== 'on') throw new Error(`the plug is ${state}`);
        },
      ],
      ['@digital-alchemy/hass reads the history', () => said('the history has off,on with 77')],
    ];
    await prove(report, facts, app.output);
  });
}
