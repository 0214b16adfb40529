// Node-RED without its editor: a flow that reports over HTTP what its nodes know, and calls an action on
// request.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { prove, rest, until, withServer } from './server.js';

const LAMP = 'light.kitchen_counter';
const PLUG = 'switch.coffee_machine';

/** Tests what Node-RED's nodes can do with the server. */
export function testNodeRed(cache, report) {
  return withServer(cache, '', async (server) => {
    const port = await freePort();
    const userDir = join(server.folder, 'node-red');
    mkdirSync(userDir);
    writeFileSync(join(userDir, 'settings.js'), settings());
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flows()));
    const credentials = { hearth: { host: server.url, access_token: server.token } };
    writeFileSync(join(userDir, 'flows_cred.json'), JSON.stringify(credentials));
    const program = join(cache, 'node_modules', 'node-red', 'red.js');
    const nodeRed = server.start([program, '--userDir', userDir, '--port', String(port), 'flows.json']);
    const ask = async (path) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      return response?.ok ? response.json() : undefined;
    };
    const facts = [
      [
        'Node-RED becomes ready: connected, the house running, states and services known',
        () =>
          until('Node-RED is ready', async () => {
            const home = await ask('/home');
            return home?.isConnected && home.isRunning && home.states > 30 && home.services > 10;
          }),
      ],
      [
        'Node-RED sees a change',
        async () => {
          await rest(server, '/api/services/light/turn_on', { entity_id: LAMP, brightness: 77 });
          await until('the lamp on, as Node-RED sees it', async () => {
            const { entity, state } = (await ask('/seen')) ?? {};
            return state === 'on' && entity.entity_id === LAMP && entity.attributes.brightness === 77;
          });
        },
      ],
      [
        'Node-RED calls a service',
        async () => {
          await rest(server, '/api/services/switch/turn_off', { entity_id: PLUG });
          await until('an answer of the action', () => ask('/act'));
          const { state } = await rest(server, `/api/states/${PLUG}`);
          if (state !== 'on') throw new Error(`the plug is ${state}`);
        },
      ],
      [
        'Node-RED reads the history',
        async () => {
          const history = await until('an answer of the history', () => ask('/history'));
          const found = history
            .flat()
            .map(({ state, attributes }) => `${state} ${attributes.brightness ?? ''}`);
          if (found.join() !== 'off ,on 77') throw new Error(`the history has ${found}`);
        },
      ],
    ];
    await prove(report, facts, nodeRed.output);
  });
}

function settings() {
  return `module.exports = ${JSON.stringify({
    uiHost: '127.0.0.1',
    httpAdminRoot: false,
    credentialSecret: false,
    telemetry: { enabled: false },
  })};\n`;
}

function flows() {
  const tab = { z: 'tab' };
  const told = (id, path, func) => [
    { id, ...tab, type: 'http in', url: path, method: 'get', wires: [[`${id} text`]] },
    { id: `${id} text`, ...tab, type: 'function', func, outputs: 1, wires: [['answer']] },
  ];
  return [
    { id: 'tab', type: 'tab', label: 'Hearth' },
    { id: 'hearth', type: 'server', name: 'Hearth', version: 6, addon: false, ...SERVER_OPTIONS },
    { id: 'answer', ...tab, type: 'http response', statusCode: '200', wires: [] },
    ...told('home', '/home', TELL_HOME),
    ...told('seen', '/seen', "msg.payload = flow.get('seen') ?? {}; return msg;"),
    {
      ...{ id: 'change', ...tab, type: 'server-state-changed', server: 'hearth', version: 6, outputs: 1 },
      entities: { entity: [LAMP], substring: [], regex: [] },
      ...{ ifState: '', ifStateType: 'str', ifStateOperator: 'is', stateType: 'str' },
      ...{
        outputInitially: false,
        outputOnlyOnStateChange: true,
        for: '0',
        forType: 'num',
        forUnits: 'minutes',
      },
      outputProperties: [
        { property: 'payload', propertyType: 'msg', value: '', valueType: 'entityState' },
        { property: 'data', propertyType: 'msg', value: '', valueType: 'eventData' },
      ],
      wires: [['keep']],
    },
    { id: 'keep', ...tab, type: 'function', func: KEEP_CHANGE, outputs: 0, wires: [] },
    { id: 'history', ...tab, type: 'http in', url: '/history', method: 'get', wires: [['past']] },
    {
      ...{ id: 'past', ...tab, type: 'api-get-history', server: 'hearth', version: 1, name: '' },
      ...{ startDate: '', endDate: '', entityId: LAMP, entityIdType: 'equals' },
      ...{ useRelativeTime: true, relativeTime: '1 hour', flatten: false, outputType: 'array' },
      ...{ outputLocationType: 'msg', outputLocation: 'payload', wires: [['answer']] },
    },
    { id: 'act', ...tab, type: 'http in', url: '/act', method: 'get', wires: [['action']] },
    {
      ...{ id: 'action', ...tab, type: 'api-call-service', server: 'hearth', version: 7, name: '' },
      ...{ action: 'switch.turn_on', entityId: [PLUG], deviceId: [], areaId: [], floorId: [], labelId: [] },
      ...{ data: '', dataType: 'json', mergeContext: '', mustacheAltTags: false, outputProperties: [] },
      ...{ queue: 'none', blockInputOverrides: false, wires: [['done']] },
    },
    {
      id: 'done',
      ...tab,
      type: 'function',
      func: 'msg.payload = {}; return msg;',
      outputs: 1,
      wires: [['answer']],
    },
  ];
}

const SERVER_OPTIONS = {
  rejectUnauthorizedCerts: true,
  ha_boolean: ['y', 'yes', 'true', 'on', 'home', 'open'],
  connectionDelay: false,
  cacheJson: true,
  heartbeat: true,
  heartbeatInterval: 30,
  enableGlobalContextStore: true,
};

const TELL_HOME = `
const { states = {}, services = {}, isConnected, isRunning } = global.get('homeassistant')?.hearth ?? {};
const count = (things) => Object.keys(things).length;
msg.payload = { isConnected, isRunning, states: count(states), services: count(services) };
return msg;`;

const KEEP_CHANGE = "flow.set('seen', { state: msg.payload, entity: msg.data.new_state });";

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
