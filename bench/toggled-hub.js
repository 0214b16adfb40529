// A built hub whose permission check can be disabled at runtime, for the row that measures its cost. It sends
// `{url, token}` to its parent once it is ready, then accepts `{checked}` and acknowledges it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../dist/auth/administration.js';
import { loadSettings } from '../dist/config/load.js';
import { fullAccess } from '../dist/core/access.js';
import { SystemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { startHub } from '../dist/hub.js';
import { openDataFolder } from '../dist/storage/data-folder.js';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-bench-hub-'));
const flags = { demo: true, 'http.port': '0', 'http.host': '127.0.0.1', dataDir };
const { settings } = await loadSettings({ flags, variables: {} });
const folder = await openDataFolder({ folder: dataDir, clock: new SystemClock(), log: silentLog });
const hub = await startHub({
  settings,
  logFile: { log: silentLog, readErrorLog: async () => '', flush: async () => {} },
  version: '0.0.0',
  folder,
  onStopAsked: () => {},
  checkConfig: async () => null,
  readSection: async () => new Map(),
});
const token = await createToken(hub.auth, { name: 'bench' });
const { authenticator } = hub.auth;
const check = authenticator.authenticate.bind(authenticator);
const known = check(token, '127.0.0.1');
const anybody = {
  user: known.user,
  tokenId: known.tokenId,
  access: { ...fullAccess, userId: known.user.id },
  onRevoked: () => () => {},
};

process.on('message', ({ checked }) => {
  authenticator.authenticate = checked ? check : () => anybody;
  process.send({ checked });
});
process.on('disconnect', async () => {
  await hub.stop();
  await folder.release();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
});
process.send({ url: `http://127.0.0.1:${hub.port}`, token });
