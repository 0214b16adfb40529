// The registries of a large home, loaded after a restart: 10,000 entities in 2,000 devices and 100 areas on
// ten floors.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost, below } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { startHome } from '../servers.js';

const LARGE = { devices: 2000, areas: 100 };
const SMALL = { devices: 20, areas: 10 };
const OF = `of ${(5 * LARGE.devices).toLocaleString('en')} entities`;
const ROUNDS = 100;
const STARTS = 5;

const registry = (kind, fields) =>
  JSON.stringify({ type: `config/${kind}_registry/${fields.do}`, ...fields.of });
const list = (kind) => registry(kind, { do: 'list' });
const rename = registry('entity', {
  do: 'update',
  of: { entity_id: 'sensor.bench_7_power', name: 'Power %n' },
});
const renameArea = registry('area', { do: 'update', of: { area_id: 'room_7', name: 'Room seven %n' } });
const renameDevice = (device) =>
  registry('device', { do: 'update', of: { device_id: device, name_by_user: 'Bench %n' } });
const floor = JSON.stringify({ type: 'extract_from_target', target: { floor_id: 'floor_3' } });
const display = JSON.stringify({ type: 'config/entity_registry/list_for_display' });

/** The timed commands, each after a change that invalidates cached responses. */
const TIMED = {
  entities: () => ({ command: list('entity'), before: rename }),
  devices: (device) => ({ command: list('device'), before: renameDevice(device) }),
  areas: () => ({ command: list('area'), before: renameArea }),
  display: () => ({ command: display, before: rename }),
  floor: () => ({ command: floor, before: rename }),
  update: () => ({ command: rename }),
};

let measured;

/** The figures of both homes, measured once per run: the rows share the servers. */
function figures(run) {
  measured ??= measureHomes(run);
  return measured;
}

async function measureHomes(run) {
  const { rememberHome } = await import('../registry-home.js');
  const folders = {
    large: join(run.folder, 'registries large'),
    small: join(run.folder, 'registries small'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const device = await rememberHome(folders.large, LARGE);
  await rememberHome(folders.small, SMALL);
  const small = await startHome(folders.small, {});
  const large = await startHome(folders.large, {}).catch(async (error) => {
    await small.stop();
    throw error;
  });
  try {
    const times = { small: await time(small, TIMED.update()) };
    for (const [name, facts] of Object.entries(TIMED)) times[name] = await time(large, facts(device));
    const starts = [];
    for (let n = 0; n < STARTS; n += 1) {
      await large.restart();
      starts.push(large.ms);
    }
    return { times, starts: starts.sort((a, b) => a - b) };
  } finally {
    await small.stop();
    await large.stop();
  }
}

function time(server, facts) {
  return runJob('commandTimes', { server, rounds: ROUNDS, ...facts });
}

const common = {
  ...{ unit: 'ms', better: 'less', sides: 'server', once: true },
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : undefined),
};

function row(name, part, limit) {
  return {
    ...common,
    name: `${name} ${OF}`,
    aim: below(limit, 'ms'),
    async measure(_server, run) {
      const { cpu, p50, p99, size, errors } = (await figures(run)).times[part];
      return {
        value: cpu,
        p50,
        p99,
        errors,
        ...(size < 1e5 ? {} : { note: `${(size / 1e6).toFixed(1)} MB` }),
      };
    },
  };
}

const growth = {
  ...common,
  name: `one registry update ${OF}, of that of 100`,
  unit: 'x',
  aim: atMost(1.5, 'x'),
  async measure(_server, run) {
    const { small, update } = (await figures(run)).times;
    const note = `${update.cpu.toFixed(2)} and ${small.cpu.toFixed(2)} ms`;
    return { value: update.cpu / small.cpu, errors: small.errors, note };
  },
};

const start = {
  ...common,
  name: `start with ${OF.slice(3)} to remember`,
  aim: below(1500, 'ms'),
  async measure(_server, run) {
    const { starts } = await figures(run);
    const value = starts[Math.floor(STARTS / 2)];
    return { value, note: `median of ${STARTS}; best ${Math.round(starts[0])} ms` };
  },
};

export const registries = [
  row('entity registry', 'entities', 30),
  row('device registry', 'devices', 30),
  row('area registry', 'areas', 30),
  row('list_for_display', 'display', 15),
  row('targeting a floor of 1,000', 'floor', 3),
  row('one registry update', 'update', 5),
  growth,
  start,
];
