import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A switch that tells its server of each command, after a while; its version is an attribute. */
const main = (version: string, setup = '') => `
import { integration, z } from 'hearth-integration';
export default integration({
  config: z.object({ url: z.string() }),
  connect: () => ({ uniqueId: 'lamp', title: 'Lamp' }),
  async setup(entry) {
    ${setup}
    const tell = async (on) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await fetch(entry.data.url + (on ? 'on' : 'off'));
      lamp.report({ on }, { extra: { version: '${version}' } });
    };
    const lamp = entry.switch({
      uniqueId: 'lamp', name: 'Lamp', values: { on: false }, extra: { version: '${version}' },
      turnOn: () => tell(true), turnOff: () => tell(false),
    });
    if ('${version}' === '1') entry.switch({ uniqueId: 'old', name: 'Old', values: { on: true } });
    entry.service('version', { response: 'only' }, () => ({ version: '${version}' }));
  },
});
`;

let server: Server;
let carriedOut = 0;
let home: TestHub;
let folder: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    carriedOut += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dataDir = tempFolder(afterAll);
  folder = join(dataDir, 'integrations', 'lamp');
  mkdirSync(folder, { recursive: true });
  write('1');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  home = await startTestHub({}, dataDir);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await setUp(home, 'lamp', { url });
});
afterAll(async () => {
  await home.stop();
  server.close();
});

function write(version: string, setup?: string): void {
  const manifest = { domain: 'lamp', name: 'Lamp', version, api: 1 };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), main(version, setup));
}

const lamp = async (id = 'switch.lamp') => (await home.rest('GET', `/api/states/${id}`)).json;
const turn = (on: boolean) =>
  home.rest('POST', `/api/services/switch/turn_${on ? 'on' : 'off'}`, { entity_id: 'switch.lamp' });
const apply = () => home.hub.devices?.apply('lamp');
const versionOf = async () =>
  (await home.rest('POST', '/api/services/lamp/version?return_response', {})).json.service_response?.version;

describe('an update of an integration that runs', () => {
  it('loses no command, and shows no entity as unavailable meanwhile', async () => {
    await expect.poll(async () => (await lamp())?.state).toBe('off');
    write('2');
    const former = home.hub.devices?.pidOf('lamp');
    const owner = await home.connect();
    await owner.must({ type: 'subscribe_events', event_type: 'state_changed' });
    let isOver = false;
    const updated = apply()?.finally(() => {
      isOver = true;
    });
    let sent = 0;
    const refused: unknown[] = [];
    const commands: Promise<void>[] = [];
    while (!isOver || sent < 20) {
      sent += 1;
      commands.push(
        turn(sent % 2 === 1).then(({ status, json }) => {
          if (status !== 200) refused.push(json);
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await updated;
    await Promise.all(commands);
    expect(refused).toEqual([]);
    expect(carriedOut).toBe(sent);
    expect(home.hub.devices?.pidOf('lamp')).not.toBe(former);
    expect((await lamp()).attributes.version).toBe('2');
    expect(await versionOf()).toBe('2');
    const states = owner.events
      .map(({ event }) => event.data)
      .filter(({ entity_id: id }) => id === 'switch.lamp')
      .map(({ new_state: { state } }) => state);
    expect(states).not.toContain('unavailable');
    expect((await lamp('switch.old')).state).toBe('unavailable');
  });

  it('that cannot set up its entries changes nothing, and says why', async () => {
    const running = home.hub.devices?.pidOf('lamp');
    write('3', `throw new Error('The lamp has no bulb');`);
    await expect(apply()).rejects.toThrow('The lamp has no bulb');
    write('4', 'process.exit(3);');
    await expect(apply()).rejects.toThrow('ended with code 3');
    expect(home.hub.devices?.pidOf('lamp')).toBe(running);
    expect((await turn(true)).status).toBe(200);
    expect((await lamp()).attributes.version).toBe('2');
    expect(await versionOf()).toBe('2');
  });
});
