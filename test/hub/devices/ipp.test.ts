import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownEntities, setUp } from '../../support/device-home.ts';
import { startTestHub, type TestHub } from '../../support/start-hub.ts';

/** An attribute of an answer, with the tag of its values: 0x21 integer, 0x23 enum, 0x41 text, 0x42 name, 0x45 URI. */
function attribute(tag: number, name: string, ...values: readonly (string | number)[]): Buffer {
  return Buffer.concat(
    values.map((value, at) => {
      const named = Buffer.from(at === 0 ? name : '');
      const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.alloc(4);
      if (typeof value === 'number') bytes.writeInt32BE(value);
      const lengths = [named, bytes].map(({ length }) => Buffer.from([length >> 8, length & 255]));
      return Buffer.concat([Buffer.from([tag]), lengths[0] as Buffer, named, lengths[1] as Buffer, bytes]);
    }),
  );
}

/** A printer that is made from the standard (RFC 8010, RFC 8011): no real one was at hand. */
class SimulatedPrinter {
  uuid = 'urn:uuid:CFE92100-67C4-11D4-A45F-F8D027761251';
  state = 3;
  isCut = false;
  private readonly server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const isAsked = Buffer.concat(parts).includes('printer-uuid') && request.url === '/ipp/print';
      response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/ipp' });
      const answer = this.answer();
      response.end(this.isCut ? answer.subarray(0, 60) : answer);
    });
  });

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(): Buffer {
    return Buffer.concat([
      Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 1]),
      attribute(0x47, 'attributes-charset', 'utf-8'),
      Buffer.from([4]),
      attribute(0x45, 'printer-uuid', this.uuid),
      attribute(0x41, 'printer-info', 'Office printer'),
      attribute(0x41, 'printer-make-and-model', 'Peers Paperless 1'),
      attribute(0x41, 'printer-device-id', 'MFG:Peers;MDL:Paperless 1;SN:P-77;CMD:PWGRaster;'),
      attribute(0x23, 'printer-state', this.state),
      attribute(0x44, 'printer-state-reasons', 'none'),
      attribute(0x42, 'marker-names', 'Black', 'Waste'),
      attribute(0x21, 'marker-levels', 42, -2),
      attribute(0x21, 'printer-up-time', 1000),
      Buffer.from([3]),
    ]);
  }
}

const printer = new SimulatedPrinter();
let home: TestHub;
let port = 0;
beforeAll(async () => {
  port = await printer.start();
  home = await startTestHub();
});
afterAll(async () => {
  await home.stop();
  printer.stop();
});

const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const refresh = (id: string) =>
  home.rest('POST', '/api/services/homeassistant/update_entity', { entity_id: id });

describe('IPP', () => {
  it('says that an answer is cut off', async () => {
    printer.isCut = true;
    expect(await setUp(home, 'ipp', { host: '127.0.0.1', port })).toMatchObject({
      errors: { host: 'not_ipp' },
    });
    printer.isCut = false;
  });

  it('is found and set up, with the unique IDs of Home Assistant', async () => {
    const owner = await home.connect();
    home.hub.devices?.discoveries.found({
      ...{
        type: '_ipp._tcp.local.',
        name: 'Office printer._ipp._tcp.local.',
        hostname: 'printer.local.',
        port,
      },
      ...{
        addresses: ['127.0.0.1'],
        properties: { UUID: 'cfe92100-67c4-11d4-a45f-f8d027761251', rp: 'ipp/print' },
      },
    });
    const flows = () => owner.must({ type: 'config_entries/flow/progress' });
    await expect.poll(flows).toMatchObject([{ handler: 'ipp' }]);
    const [{ flow_id }] = await flows();
    const { json: made } = await home.rest('POST', `/api/config/config_entries/flow/${flow_id}`, {});
    expect(made).toMatchObject({ type: 'create_entry', title: 'Office printer' });
    await expect.poll(async () => (await stateOf('sensor.office_printer'))?.state).toBe('idle');
    expect((await stateOf('sensor.office_printer_black')).state).toBe('42');
    expect((await stateOf('sensor.office_printer_waste')).state).toBe('unknown');
    const ids = (await ownEntities(owner, 'ipp')).map((one) => (one as { unique_id: string }).unique_id);
    const uuid = 'cfe92100-67c4-11d4-a45f-f8d027761251';
    expect(ids.sort()).toEqual([`${uuid}_marker_0`, `${uuid}_marker_1`, `${uuid}_printer`, `${uuid}_uptime`]);
  });

  it('shows what it does, and is not used when another printer answers', async () => {
    printer.state = 4;
    await refresh('sensor.office_printer');
    await expect.poll(async () => (await stateOf('sensor.office_printer')).state).toBe('printing');
    printer.uuid = 'urn:uuid:00000000-67C4-11D4-A45F-F8D027761251';
    printer.state = 5;
    await refresh('sensor.office_printer');
    expect((await stateOf('sensor.office_printer')).state).toBe('printing');
  });
});
