// hass-cli, HomeAssistantAPI, hassapi and ha-mcp from PyPI: what each reads of a lamp's past.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPython } from './python-environment.js';
import { prove, rest, withServer } from './server.js';
import { withTools } from './tool-session.js';

const LAMP = 'light.kitchen_counter';
const PATIENCE = 60_000;

/** The clients and what each can do. Older versions are for older releases of Python. */
const CLIENTS = [
  {
    ...{ name: 'hass-cli', package: 'homeassistant-cli', versions: ['1.0.0', '0.9.6'] },
    ...{
      also: ['six'],
      fact: 'reads the history and the logbook, and the system health by WebSocket',
      ask: askCommandLine,
    },
  },
  {
    name: 'HomeAssistantAPI',
    package: 'homeassistant-api',
    versions: ['6.1.0'],
    fact: 'reads the history and the logbook',
    ask: askLibrary,
  },
  {
    name: 'hassapi',
    package: 'hassapi',
    versions: ['0.3.0'],
    fact: 'reads a state; it has no calls about the past',
    ask: askStates,
  },
  {
    name: 'ha-mcp',
    package: 'ha-mcp',
    versions: ['8.7.0', '3.5.1'],
    fact: 'reads the history (from version 8) and the logbook',
    ask: askTools,
  },
];

/** Tests them one by one; those that Python cannot install here are named and skipped. */
export async function testPythonClients(cache, report) {
  const found = CLIENTS.map((client) => ({
    ...client,
    ...installPython(join(cache, client.package), client.package, client.versions, client),
  }));
  for (const { name, programs } of found)
    if (programs === undefined) report.skip(`${name}: python3 cannot install it here`);
  const installed = found.filter(({ programs }) => programs !== undefined);
  if (installed.length === 0) return;
  await withServer(cache, 'http:\n  services_shape: list\n', async (server) => {
    for (const brightness of [77, 128])
      await rest(server, '/api/services/light/turn_on', { entity_id: LAMP, brightness });
    await rest(server, '/api/services/light/turn_off', { entity_id: LAMP });
    const facts = installed.map(({ name, version, programs, fact, ask }) => [
      `${name} ${version} ${fact}`,
      async () => {
        const folder = join(server.folder, name);
        mkdirSync(folder, { recursive: true });
        await ask({ server, programs, folder, version, skip: report.skip });
      },
    ]);
    // One client that fails does not keep the others from being tested.
    for (const fact of facts) await prove(report, [fact], server.output);
  });
}

async function askCommandLine({ server, programs, folder, version, skip }) {
  const ask = async (...args) =>
    JSON.parse(await run(join(programs, 'hass-cli'), ['-o', 'json', ...args], { server, folder }));
  const period = `/api/history/period?filter_entity_id=${LAMP}&significant_changes_only=0`;
  const history = await ask('raw', 'get', period);
  expect('the history', statesOf(history), ['off', 'on', 'on', 'off']);
  expect('the brightness', brightnessOf(history), [77, 128]);
  // The library that reads times in version 0.9 does not run on newer releases of Python.
  if (!version.startsWith('0.')) {
    const significant = await ask('state', 'history', '--since', '1h', LAMP);
    expect('the significant history', statesOf(significant), ['off', 'on', 'off']);
  }
  const logbook = await ask('raw', 'get', `/api/logbook?entity=${LAMP}`);
  expect('the logbook', statesOf(logbook), ['on', 'off']);
  expect('the service', logbook[0].context_service, 'turn_on');
  try {
    const health = await ask('raw', 'ws', 'system_health/info');
    if (JSON.stringify(health).includes('unknown_command')) throw new Error('no system health');
  } catch (error) {
    // Its version 1.0 cannot open a WebSocket with Python 3.14.
    if (!error.message.includes('There is no current event loop')) throw error;
    skip('hass-cli: the system health, its WebSocket does not open with this Python');
  }
}

async function askLibrary({ server, programs, folder }) {
  const { history, logbook } = JSON.parse(
    await run(join(programs, 'python'), ['-c', LIBRARY], { server, folder }),
  );
  expect('the history', statesOf(history), ['off', 'on', 'off']);
  expect('the brightness', brightnessOf(history), [77]);
  expect('the logbook', statesOf(logbook), ['on', 'off']);
}

async function askStates({ server, programs, folder }) {
  const { state } = JSON.parse(await run(join(programs, 'python'), ['-c', STATES], { server, folder }));
  expect('the state', state, 'off');
}

async function askTools({ server, programs, folder }) {
  const own = { HOME: folder, HOMEASSISTANT_URL: server.url, HOMEASSISTANT_TOKEN: server.token };
  const options = { cwd: folder, env: { ...process.env, ...own } };
  await withTools(join(programs, 'ha-mcp'), options, async ({ tools, call }) => {
    // Older versions have no tool for the history, and another one for the logbook.
    if (tools.has('ha_get_history')) {
      const range = { start_time: '1h', order: 'asc' };
      const history = await call('ha_get_history', { entity_ids: [LAMP], ...range });
      expect('the history', statesOf(rowsIn(history)), ['off', 'on', 'off']);
    }
    const logbook = tools.has('ha_get_logs')
      ? rowsIn(await call('ha_get_logs', { source: 'logbook', entity_id: LAMP })).reverse()
      : rowsIn(await call('ha_get_logbook', { entity_id: LAMP }));
    expect('the logbook', statesOf(logbook), ['on', 'off']);
  });
}

/** The first list of rows with a state, wherever the answer has it. */
function rowsIn(value) {
  if (Array.isArray(value) && ['state', 's'].some((key) => value[0]?.[key] !== undefined)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = rowsIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Runs a program and returns the last line that it writes, or all of it. */
async function run(program, args, { server, folder }) {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    timeout: PATIENCE,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, HOME: folder, HASS_SERVER: server.url, HASS_TOKEN: server.token, LAMP },
  });
  return stdout;
}

/** The states of rows, in lists of lists or not, by time. */
function statesOf(rows) {
  return rows.flat().map(({ state, s }) => state ?? s);
}

function brightnessOf(rows) {
  return rows.flat().flatMap(({ attributes }) => attributes?.brightness ?? []);
}

function expect(what, found, wanted) {
  const [shown, right] = [found, wanted].map((value) => JSON.stringify(value));
  if (shown !== right) throw new Error(`${what}: ${shown} instead of ${right}`);
}

const LIBRARY = `
import json, os
from datetime import datetime, timedelta, timezone
from homeassistant_api import Client

with Client(os.environ["HASS_SERVER"] + "/api", os.environ["HASS_TOKEN"]) as client:
    lamp = client.get_entity(entity_id=os.environ["LAMP"])
    since = datetime.now(timezone.utc) - timedelta(hours=1)
    history = [state for found in client.get_entity_histories((lamp,), since) for state in found.states]
    logbook = list(client.get_logbook_entries(filter_entities=os.environ["LAMP"]))
    print(json.dumps({
        "history": [{"state": one.state, "attributes": one.attributes} for one in history],
        "logbook": [{"state": one.state} for one in logbook],
    }))
`;

const STATES = `
import json, os
from hassapi import Hass

hass = Hass(hassurl=os.environ["HASS_SERVER"], token=os.environ["HASS_TOKEN"])
print(json.dumps({"state": hass.get_state(os.environ["LAMP"]).state}))
`;
