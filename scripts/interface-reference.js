// Generates docs/interface/ from the routes, WebSocket commands and errors of the built server: `node
// scripts/interface-reference.js`. A test keeps the pages up to date.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'interface');

const { interfaceReference } = await import('../dist/api/interface-reference.js');
const { loadSettings } = await import('../dist/config/load.js');
const { SystemClock } = await import('../dist/core/clock.js');
const { silentLog } = await import('../dist/core/log.js');
const { startHub } = await import('../dist/hub.js');
const { openDataFolder } = await import('../dist/storage/data-folder.js');

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-reference-'));
const clock = new SystemClock();
const readSettings = () =>
  loadSettings({ flags: { 'http.port': '0', 'http.host': '127.0.0.1', dataDir }, variables: {} });
const { settings } = await readSettings();
const folder = await openDataFolder({ folder: dataDir, clock, log: silentLog });
const hub = await startHub({
  settings,
  logFile: { log: silentLog, readErrorLog: async () => '', flush: async () => {} },
  version: '0.0.0',
  clock,
  folder,
  onStopAsked: () => {},
  checkConfig: async () => null,
  readSettings,
  readSection: async () => undefined,
});
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of interfaceReference(hub.routes, hub.commands))
    writeFileSync(join(FOLDER, name), text);
} finally {
  await hub.stop();
  await folder.release();
  rmSync(dataDir, { recursive: true, force: true });
}
