// Runs the discovery code of Zigbee2MQTT, as published on npm, over every device it supports, with simulated
// adapters. Writes a line of JSON for each message it would publish, and one state per device: `node
// announce.js <folder with node_modules> <file>`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, file] = process.argv.slice(2);
const data = join(folder, 'data');
mkdirSync(data, { recursive: true });
writeFileSync(
  join(data, 'configuration.yaml'),
  [
    'version: 5',
    'mqtt: { base_topic: zigbee2mqtt, server: mqtt://localhost }',
    'serial: { port: /dev/null, adapter: ember }',
    'homeassistant: { enabled: true, experimental_event_entities: true }',
    'availability: { enabled: true }',
    'advanced: { log_output: [], last_seen: disable }',
    '',
  ].join('\n'),
);
process.env.ZIGBEE2MQTT_DATA = data;

const require = createRequire(join(folder, 'node_modules', 'zigbee2mqtt', 'package.json'));
const settings = require('./dist/util/settings.js');
settings.reRead();
require('./dist/util/logger.js').default.init();
const { default: HomeAssistant } = require('./dist/extension/homeassistant.js');
const { default: Device } = require('./dist/model/device.js');
const { prepareDefinition } = require('zigbee-herdsman-converters');
const { default: allDefinitions } = await readDefinitions();

const lines = [];
const mqtt = {
  publish: async (topic, payload, options) => {
    // Some paths give the topic below discovery, others below the base topic.
    const at = options?.baseTopic === undefined ? `zigbee2mqtt/${topic}` : `${options.baseTopic}/${topic}`;
    lines.push({ topic: at, payload, retain: options?.clientOptions?.retain === true });
  },
  subscribe: async () => {},
  unsubscribe: async () => {},
};
const nobody = new Proxy({}, { get: () => () => {} });
const endpoint = new (class Endpoint {
  deviceIeeeAddress = '0x00';
  ID = 1;
  inputClusters = [];
  outputClusters = [];
  meta = {};
  getDevice = () => undefined;
  getInputClusters = () => [];
  getOutputClusters = () => [];
  supportsInputCluster = () => true;
  supportsOutputCluster = () => true;
  getClusterAttributeValue = () => undefined;
  getOneBinding = () => undefined;
})();

const zigbee = {
  getCoordinatorVersion: async () => ({ type: 'stub', meta: { revision: 1 } }),
  firstCoordinatorEndpoint: () => ({ deviceIeeeAddress: '0xffffffffffffffff' }),
  devicesIterator: () => [],
  groupsIterator: () => [],
  devicesAndGroupsIterator: () => [],
  resolveEntity: () => undefined,
};
const state = { exists: () => false, get: () => ({}) };
const extension = new HomeAssistant(
  zigbee,
  mqtt,
  state,
  async () => {},
  nobody,
  async () => {},
  async () => {},
  async () => {},
);
const { setTimeout: later } = globalThis;
globalThis.setTimeout = () => 0; // it would look for devices again after five seconds
await extension.start();
globalThis.setTimeout = later;
await extension.discover(extension.bridge);

let refused = 0;
const states = [];
for (const [i, raw] of allDefinitions.entries()) {
  const ieeeAddr = `0x${(0x00158d0000000000n + BigInt(i)).toString(16).padStart(16, '0')}`;
  try {
    const device = await discover(prepareDefinition(raw), ieeeAddr);
    states.push({ topic: `zigbee2mqtt/${device.name}`, payload: JSON.stringify(stateOf(device)) });
  } catch (error) {
    refused += 1;
    process.stderr.write(`${raw.model}: ${error.stack}\n`);
  }
}
writeFileSync(file, JSON.stringify({ devices: allDefinitions.length, refused, messages: lines, states }));
process.exit(0);

/** Some definitions fail on endpoints that are not real; their devices get none. */
async function discover(definition, ieeeAddr) {
  const from = lines.length;
  try {
    const device = deviceOf(definition, ieeeAddr, [endpoint]);
    await extension.discover(device);
    return device;
  } catch {
    lines.length = from;
    const device = deviceOf(definition, ieeeAddr, []);
    await extension.discover(device);
    return device;
  }
}

/** A device of this kind, with what discovery needs. */
function deviceOf(definition, ieeeAddr, endpoints) {
  const device = new Device(
    new (class Device {
      ieeeAddr = ieeeAddr;
      type = 'Router';
      interviewState = 'SUCCESSFUL';
      modelID = definition.model;
      manufacturerName = definition.vendor;
      softwareBuildID = '1.0';
      hardwareVersion = 1;
      endpoints = endpoints;
      meta = {};
      customClusters = {};
      getEndpoint = () => endpoints[0];
    })(),
  );
  device.definition = definition;
  return device;
}

/** A state with a valid value for everything the device exposes. */
function stateOf(device) {
  const state = {};
  for (const { property, value } of extension.getDiscovered(device.ID).mockProperties)
    state[property] = value;
  const fill = (exposes) => {
    for (const expose of exposes) {
      if (expose.type === 'composite' && expose.property)
        state[expose.property] = Object.fromEntries(
          expose.features.map((one) => [one.property, exampleOf(one)]),
        );
      else if (expose.features) fill(expose.features);
      else if (expose.property) state[expose.property] = exampleOf(expose);
    }
  };
  fill(device.exposes());
  return state;
}

function exampleOf(expose) {
  const { type, value_min: low, value_max: high } = expose;
  if (type === 'numeric') return low === undefined ? 21 : Math.round((low + (high ?? low + 10)) / 2);
  if (type === 'binary') return expose.value_on;
  if (type === 'enum') {
    // A star stands for a number that the device adds.
    const [first] = expose.values;
    return typeof first === 'string' ? first.replaceAll('*', '1') : first;
  }
  if (type === 'list') return [];
  if (type === 'composite')
    return Object.fromEntries(expose.features.map((one) => [one.property, exampleOf(one)]));
  return 'text';
}

async function readDefinitions() {
  const found = require('zigbee-herdsman-converters/devices/index');
  return found.default?.default === undefined ? found : found.default;
}
