import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { readDescription } from '../../src/network/device-description.ts';
import { SsdpBrowser, type SsdpDevice } from '../../src/network/ssdp-browser.ts';
import { FakeClock } from '../support/fake-clock.ts';

const TYPE = 'urn:schemas-upnp-org:device:MediaRenderer:1';
const XML = `<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major></specVersion>
<device><deviceType>${TYPE}</deviceType><friendlyName>Kitchen &amp; <![CDATA[<Bar>]]></friendlyName>
<UDN>uuid:1</UDN><serviceList><service><SCPDURL>/a.xml</SCPDURL></service></serviceList>
<deviceList><device><friendlyName>Inner</friendlyName></device></deviceList></device></root>`;

let asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url === '/moved') response.writeHead(302, { location: '/device.xml' }).end();
  else if (url === '/large') response.end('x'.repeat(100_000));
  else response.end(XML);
});
let port = 0;
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    }),
);
afterAll(() => void server.close());

/** What a browser tells of announcements of these locations. */
async function toldOf(locations: readonly string[], from = '127.0.0.1'): Promise<SsdpDevice[]> {
  asked = [];
  const found: SsdpDevice[] = [];
  const browser = new SsdpBrowser({
    ...{ types: () => [TYPE], found: (device) => void found.push(device) },
    ...{ clock: new FakeClock(0), log: silentLog },
  });
  for (const location of locations) {
    const lines = [`LOCATION: ${location}`, `ST: ${TYPE}`, `USN: uuid:1::${TYPE}`, 'Server: Linux UPnP/1.0'];
    await browser.take(Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`), from);
  }
  return found;
}

describe('devices that announce themselves by SSDP', () => {
  it('are told with the texts of their description', async () => {
    const location = `http://127.0.0.1:${port}/device.xml`;
    const [device] = await toldOf([location, location]);
    expect(device).toMatchObject({
      ...{ usn: `uuid:1::${TYPE}`, st: TYPE, location, udn: 'uuid:1', address: '127.0.0.1' },
      headers: { server: 'Linux UPnP/1.0' },
    });
    expect({ ...device?.description }).toEqual({
      ...{ deviceType: TYPE, friendlyName: 'Kitchen & <Bar>', UDN: 'uuid:1' },
    });
    expect(asked).toEqual(['/device.xml']);
  });

  it('are not asked for the description of another machine, of another protocol, or with a password', async () => {
    const locations = [
      `http://localhost:${port}/`,
      `http://user:word@127.0.0.1:${port}/`,
      'ftp://127.0.0.1/',
      'x',
    ];
    expect(await toldOf(locations)).toEqual([]);
    expect(await toldOf([`http://127.0.0.1:${port}/`], '192.168.1.9')).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('have no description if it is large or elsewhere', async () => {
    const told = await toldOf([`http://127.0.0.1:${port}/large`, `http://127.0.0.1:${port}/moved`]);
    expect(told.map(({ description }) => ({ ...description }))).toEqual([{}, {}]);
    expect(asked).toEqual(['/large', '/moved']);
  });

  it('are asked for few descriptions, whatever they announce', async () => {
    await toldOf(Array.from({ length: 100 }, (_, i) => `http://127.0.0.1:${port}/${i}.xml`));
    expect(asked).toHaveLength(20);
  });

  it('say what is no description without an end', () => {
    expect({ ...readDescription('<'.repeat(60_000)) }).toEqual({});
    expect({ ...readDescription(`${'<a>'.repeat(20_000)}`) }).toEqual({});
    expect({ ...readDescription('<!--'.repeat(15_000)) }).toEqual({});
    expect({ ...readDescription('<a '.repeat(20_000)) }).toEqual({});
  });
});
