import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeDevice,
  devicesOf,
  type EndpointTree,
  isReachable,
} from '../../../integrations/matter/devices.ts';
import type { Endpoint } from '../../../integrations/matter/endpoint.ts';
import type { Part } from '../../../integrations/matter/part.ts';
import { partsOf } from '../../../integrations/matter/parts.ts';

type Clusters = Record<string, Record<string, unknown>>;
interface Stored {
  readonly number: number;
  readonly clusters: Clusters;
  readonly parts: readonly Stored[];
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
/** What a bridge of matter.js said about its endpoints. */
const stored = (): Stored => read('peer-bridge.json');

/** An endpoint of one kind. */
interface Case {
  readonly type: number;
  readonly clusters: Clusters;
}
interface StateCase extends Case {
  readonly what: string;
  readonly shows: unknown;
}
interface CommandCase extends Case {
  readonly command: string;
  readonly fields: object;
  readonly asked: unknown;
}
const STATES: readonly StateCase[] = read('states.json');
const COMMANDS: readonly CommandCase[] = read('commands.json');

/** An endpoint that notes what it is asked for. */
function endpointOf({
  number,
  clusters,
}: Pick<Stored, 'number' | 'clusters'>): Endpoint & { asked: unknown[] } {
  const asked: unknown[] = [];
  const types = (clusters.descriptor?.deviceTypeList ?? []) as { readonly deviceType: number }[];
  return {
    ...{ number, asked, deviceTypes: types.map(({ deviceType }) => deviceType) },
    state: (cluster) => clusters[cluster],
    invoke: async (...what) => void asked.push(what),
    write: async (...what) => void asked.push(what),
  };
}
const treeOf = (one: Stored): EndpointTree => ({ endpoint: endpointOf(one), parts: one.parts.map(treeOf) });
const endpointWith = (deviceType: number, clusters: Clusters) =>
  endpointOf({ number: 1, clusters: { descriptor: { deviceTypeList: [{ deviceType }] }, ...clusters } });
const shownBy = ({ domain, key, options, read }: Part) => {
  const { name = null, deviceClass = null, entityCategory = null } = options as Record<string, unknown>;
  return [domain, key, name, deviceClass, entityCategory, read()];
};
async function ask(
  endpoint: ReturnType<typeof endpointOf>,
  command: string,
  fields: object,
): Promise<unknown[]> {
  for (const part of partsOf(endpoint)) {
    const run = (part.options as Record<string, unknown>)[command];
    if (typeof run === 'function') {
      await run(fields);
      break;
    }
  }
  return endpoint.asked;
}

describe('a Matter bridge', () => {
  it('is a device, and so is each that hangs on it', () => {
    const devices = devicesOf(treeOf(stored()));
    expect(devices.map(({ key, endpoints }) => [key, endpoints.map(({ number }) => number)])).toEqual([
      ...[['MatterNodeDevice', [0, 1]]],
      ...[10, 11, 12, 13, 14, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), [number]]),
    ]);
    const [bridge, thermostat] = devices;
    if (bridge === undefined || thermostat === undefined) throw new Error('They are missing');
    expect(describeDevice(bridge, 'F-N')).toMatchObject({
      ...{ identifiers: ['deviceid_F-N-MatterNodeDevice', 'serial_bridge-0001'], name: 'Peer bridge' },
      ...{ manufacturer: 'Peers', model_id: '32768' },
    });
    expect(describeDevice(thermostat, 'F-N', { serial: 'bridge-0001' })).toMatchObject({
      ...{ identifiers: ['deviceid_F-N-10', 'serial_sn-thermostat'], name: 'Thermostat' },
      via: 'deviceid_F-N-MatterNodeDevice',
    });
    // A serial number that is that of the bridge tells no devices apart.
    expect(describeDevice(thermostat, 'F-N', { serial: 'sn-thermostat' }).identifiers).toEqual([
      'deviceid_F-N-10',
    ]);
  });

  it('has the entities of Home Assistant', () => {
    const shown = devicesOf(treeOf(stored())).flatMap(({ endpoints }) =>
      endpoints.flatMap((endpoint) => partsOf(endpoint).map((part) => [endpoint.number, ...shownBy(part)])),
    );
    expect(shown).toEqual(read('peer-bridge-entities.json'));
  });

  it('says which of its devices it reaches', () => {
    const home = stored();
    const [, thermostat] = devicesOf(treeOf(home));
    const lost = home.parts[0]?.parts.find(({ number }) => number === 10)?.clusters
      .bridgedDeviceBasicInformation;
    expect(thermostat && isReachable(thermostat)).toBe(true);
    if (lost !== undefined) lost.reachable = false;
    const [, now] = devicesOf(treeOf(home));
    expect(now && isReachable(now)).toBe(false);
  });
});

describe('the entities of a Matter endpoint', () => {
  it.each(STATES)('show $what', ({ type, clusters, shows }) => {
    const parts = partsOf(endpointWith(type, clusters));
    expect(parts.map(({ key, read }) => [key, read()])).toEqual(shows);
  });

  it.each(COMMANDS)('carry out $command with $fields', async (row) => {
    expect(await ask(endpointWith(row.type, row.clusters), row.command, row.fields)).toEqual(row.asked);
  });

  it('tell the presses of a button', () => {
    const feature = {
      momentarySwitch: true,
      momentarySwitchMultiPress: true,
      momentarySwitchLongPress: true,
    };
    const [button] = partsOf(
      endpointWith(15, { switch: { currentPosition: 0, multiPressMax: 2, featureMap: feature } }),
    );
    expect(button?.options).toMatchObject({
      capabilities: { event_types: ['multi_press_1', 'multi_press_2', 'long_press', 'long_release'] },
    });
    const happened = (name: string, data: object) => button?.follows?.happened(name, data);
    const twice = { totalNumberOfPressesCounted: 2, previousPosition: 1 };
    expect(happened('multiPressComplete', twice)).toEqual({ event_type: 'multi_press_2', data: twice });
    expect(happened('longPress', { newPosition: 1 })).toMatchObject({ event_type: 'long_press' });
    // The presses that are counted in the end.
    expect(happened('initialPress', { newPosition: 1 })).toBeUndefined();
    expect(happened('multiPressComplete', { totalNumberOfPressesCounted: 'x' })).toBeUndefined();
  });
});
