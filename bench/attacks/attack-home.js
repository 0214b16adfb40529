// The home under attack: the demo home with the built-in broker, an owner, and users with fewer permissions.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processTree } from '../measure.js';
import { startHome } from '../servers.js';
import { openCommands } from '../workloads/commands.js';
import { getJson } from '../workloads/entities.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MQTT_ACCOUNT = { username: 'plug', password: 'a long enough password' };

/**
 * Starts a home in a new folder and creates its users through the command line and the WebSocket. Returns
 * what an attack may know: `{url, pid, broker, tokens, guests, targets}`, where `guests` are the tokens of
 * the requested number of additional read-only users; `stop` ends it, by force if it does not respond.
 */
export async function startAttackHome(folder, { guests = 0 } = {}) {
  const port = await freePort();
  const dataDir = join(folder, `attacked ${port}`);
  const server = await startHome(dataDir, {
    HEARTH_DEMO: 'true',
    HEARTH_HTTP_HOST: '127.0.0.1',
    HEARTH_MQTT_BROKER_ENABLED: 'true',
    HEARTH_MQTT_BROKER_PORT: String(port),
  });
  const stop = async () => {
    for (const id of processTree(server.pid)) kill(id);
    await server.stop();
  };
  try {
    const cli = (args, input) => run([...args, '--data-dir', dataDir], input);
    await cli(
      ['user', 'create', '--owner', '--name', 'Owner', '--username', 'owner'],
      'correct horse battery',
    );
    const person = async (name, role) => {
      await cli(['user', 'create', '--name', name, '--role', role]);
      return cli(['token', 'create', '--name', name, '--user', name]);
    };
    const [owner, admin, user, guest, ...others] = await Promise.all([
      cli(['token', 'create', '--name', 'owner']),
      person('admin', 'administrator'),
      person('user', 'user'),
      person('guest', 'read-only'),
      ...Array.from({ length: guests }, (_, n) => person(`guest${n}`, 'read-only')),
      cli(['mqtt', 'user', 'create', MQTT_ACCOUNT.username], MQTT_ACCOUNT.password),
    ]);
    const targets = await targetsOf({ url: server.url, token: owner });
    return {
      url: server.url,
      pid: server.pid,
      dataDir,
      broker: { host: '127.0.0.1', port, ...MQTT_ACCOUNT },
      tokens: { owner, admin, user, guest },
      guests: others.slice(0, guests),
      targets,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The parts of the demo home that attacks target. */
async function targetsOf(server) {
  const states = await getJson(server, '/api/states');
  const first = (domain) => states.find(({ entity_id: id }) => id.startsWith(`${domain}.`))?.entity_id;
  const commands = await openCommands(server);
  try {
    const areas = await commands.ask({ type: 'config/area_registry/list' });
    return {
      light: first('light'),
      sensor: first('sensor'),
      todo: first('todo'),
      select: first('input_select'),
      camera: first('camera'),
      weather: first('weather'),
      areas: areas.map(({ area_id: id }) => id),
    };
  } finally {
    commands.close();
  }
}

function run(args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bin/hearth', ...args], { cwd: ROOT, timeout: 60_000 });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim());
      else
        reject(
          new Error(`hearth ${args.slice(0, 3).join(' ')} ended with code ${code}: ${complaint.trim()}`),
        );
    });
    child.stdin.end(`${input}\n`);
  });
}

function kill(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // it has already ended
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
