// `npm run test:clients`: Home Assistant clients that are too large to be dependencies, unmodified from npm
// and PyPI, installed outside the repository, against the built server. Each becomes ready, sees a change,
// calls a service and reads the past.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAppDaemon } from './clients/app-daemon.js';
import { testDigitalAlchemy } from './clients/digital-alchemy.js';
import { testNodeRed } from './clients/node-red.js';
import { prove } from './clients/proof.js';
import { testPythonClients } from './clients/python-clients.js';

const packages = {
  'node-red': '4.1.15',
  'node-red-contrib-home-assistant-websocket': '0.80.3',
  '@digital-alchemy/core': '26.2.17',
  '@digital-alchemy/hass': '25.11.27',
};
const cache = join(tmpdir(), 'hearth-clients');

await prove({ cache, packages }, async (report) => {
  for (const test of [testNodeRed, testDigitalAlchemy, testAppDaemon, testPythonClients])
    await test(cache, report);
});
