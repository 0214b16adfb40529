import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownEntities, setUp } from '../../support/device-home.ts';
import { startTestHub, type TestHub } from '../../support/start-hub.ts';

/** A Shelly 2.5 of the first generation as two relays; it has a password. No device was at hand: it is made from the documentation. */
class FirstGeneration {
  readonly asked: string[] = [];
  mac = 'A4CF12F45EA1';
  relays = [{ ison: false }, { ison: true }];
  private readonly server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const login = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString();
    if (pathname !== '/shelly' && login !== 'admin:secret') {
      response.writeHead(401).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.answer(pathname, searchParams)));
  });

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
  }

  private answer(path: string, query: URLSearchParams): object {
    const relay = Number(/^\/relay\/(\d)/.exec(path)?.[1] ?? -1);
    if (relay >= 0) {
      this.asked.push(`${path}?${query}`);
      this.relays[relay] = { ison: query.get('turn') === 'on' };
      return this.relays[relay] ?? {};
    }
    if (path === '/shelly')
      return { type: 'SHSW-25', mac: this.mac, auth: true, fw: '20230913-112234/v1.14.0', num_outputs: 2 };
    if (path === '/settings')
      return {
        ...{ device: { type: 'SHSW-25', hostname: 'shellyswitch25-F45EA1' }, name: 'Attic', mode: 'relay' },
        relays: [{ name: 'Fan' }, { name: null }],
      };
    return {
      ...{ relays: this.relays, wifi_sta: { rssi: -60 }, cloud: { connected: false }, uptime: 99 },
      meters: [
        { power: 12.5, total: 60_000 },
        { power: 'none', total: 0 },
      ],
      ...{ temperature: 51.2, overtemperature: false },
      update: {
        status: 'pending',
        has_update: true,
        new_version: '20240101/v1.15',
        old_version: '20230913/v1.14',
      },
    };
  }
}

const shelly = new FirstGeneration();
let home: TestHub;
let port = 0;
beforeAll(async () => {
  port = await shelly.start();
  home = await startTestHub();
});
afterAll(async () => {
  await home.stop();
  shelly.stop();
});

const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;

describe('Shelly of the first generation', () => {
  it('is set up with its password', async () => {
    const place = { host: '127.0.0.1', port };
    expect(await setUp(home, 'shelly', place, { password: 'wrong' })).toMatchObject({
      ...{ step_id: 'credentials', errors: { base: 'invalid_auth' } },
    });
    expect(await setUp(home, 'shelly', place, { password: 'secret' })).toMatchObject({
      ...{ type: 'create_entry', title: 'Attic' },
    });
    await expect.poll(async () => (await stateOf('switch.fan'))?.state).toBe('off');
    expect((await stateOf('switch.attic_channel_2')).state).toBe('on');
  });

  it('has entities, and shows nothing for a reading of another type', async () => {
    const ids = (await ownEntities(await home.connect(), 'shelly')).map(
      (one) => (one as { unique_id: string }).unique_id,
    );
    expect(ids).toEqual(expect.arrayContaining(['A4CF12F45EA1-relay_0', 'A4CF12F45EA1-relay_0-power']));
    expect((await stateOf('sensor.fan_power')).state).toBe('12.5');
    expect((await stateOf('sensor.fan_energy')).state).toBe('1.0');
    expect((await stateOf('sensor.attic_channel_2_power')).code).toBe('not_found');
    expect((await stateOf('update.attic_firmware')).state).toBe('on');
  });

  it('is switched', async () => {
    await home.rest('POST', '/api/services/switch/turn_on', { entity_id: 'switch.fan' });
    await expect.poll(async () => (await stateOf('switch.fan')).state).toBe('on');
    expect(shelly.asked).toEqual(['/relay/0?turn=on']);
  });

  it('is not used any more when another device answers at its address', async () => {
    shelly.mac = 'B00000000001';
    await home.rest('POST', '/api/services/switch/turn_off', { entity_id: 'switch.fan' });
    await expect.poll(async () => (await stateOf('switch.fan')).state).toBe('unavailable');
  });
});
