import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../src/core/log.ts';
import { silentLogFile } from '../../src/storage/log-file.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** A request that the device received. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const seen: Seen[] = [];
let lamp = 'OFF';
let temperature = '21.50';

const json = (text: string) => (_seen: Seen, response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(text);
const ANSWERS: Readonly<Record<string, (request: Seen, response: ServerResponse) => unknown>> = {
  '/json': (request, response) =>
    json(`{"t": ${temperature}, "on": true, "n": null, "a": {"b": [{"x": 1, "y": 2}]}, "list": [1, 2]}`)(
      request,
      response,
    ),
  '/404': (_request, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"t": 9}'),
  '/xml': (_request, response) =>
    response
      .setHeader('content-type', 'text/xml')
      .end('<r a="1"><i>x</i><i>y</i><e/><t k="v">w &amp; <![CDATA[<z>]]></t></r>'),
  '/latin': (_request, response) => response.end(Buffer.from([0xe9])),
  '/secret': ({ headers }, response) => response.end(headers.authorization ?? 'none'),
  '/digest': ({ headers }, response) => {
    if (headers.authorization?.startsWith('Digest ') === true) return response.end('in');
    return response.writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="n", qop="auth"' }).end();
  },
  '/lamp': ({ method, body }, response) => {
    if (method !== 'GET') lamp = body;
    response.end(lamp);
  },
  '/refuses': ({ method }, response) => response.writeHead(method === 'GET' ? 200 : 500).end('OFF'),
};

const device = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    const answer = ANSWERS[new URL(url, 'http://x').pathname];
    if (answer === undefined) response.end('ok');
    else answer(one, response);
  });
});

let home: TestHub;
let dataDir: string;

const settings = (url: string, more = '') => `
rest:
  - resource: ${url}/json?q=block
    headers: { X-Sum: "{{ 1 + 1 }}" }
    params: { p: "{{ 'a b' }}", b: true }
    sensor:
      - name: Warm
        unique_id: warm
        value_template: "{{ value_json.t }}"
        unit_of_measurement: °C
        device_class: temperature
        json_attributes_path: $.a.b[0]
        json_attributes: [x, y, z]
      - name: "Named {{ 1 + 2 }}"
        value_template: "{{ value_json.list }}"
        icon: "mdi:{{ value_json.t | int }}"
      - { name: Missing, value_template: "{{ value_json.nope }}" }
      - { name: Missing deep, value_template: "{{ value_json.nope.deeper }}" }
      - { name: Empty, value_template: "{{ value_json.n }}" }
      - { name: No number, value_template: abc, unit_of_measurement: W }
      - { name: Gone, value_template: "1", availability: "{{ value_json.on == false }}" }
      - { name: Wrong, device_class: warmth }
    binary_sensor:
      - { name: Is on, value_template: "{{ value_json.on }}" }
      - { name: Not whole, value_template: "{{ value_json.t }}" }
  - { resource: "${url}/404", sensor: { name: Missing page, value_template: "{{ value_json.t }}" } }
  - { resource: "${url}/latin", encoding: iso-8859-1, sensor: { name: Latin } }
  - resource: ${url}/xml
    sensor:
      name: Xml
      value_template: "{{ value_json.r.i[1] }} {{ value_json.r.t['#text'] }}"
      json_attributes_path: $.r
      json_attributes: "@a, e"
  - { resource: "${url}/digest", authentication: digest, username: u, password: p, sensor: { name: Digest } }
  - { resource: "http://127.0.0.1:1/", sensor: { name: Down } }
  - { resource: "http://169.254.169.254/latest", sensor: { name: Metadata } }
  - { resource: "${url}/json", resource_template: "${url}/json", sensor: { name: Both } }
sensor:
  - { platform: rest, name: Single, unique_id: one, resource_template: "${url}/{{ 'json' }}", value_template: "{{ value_json.t }}" }
switch:
  - { platform: rest, name: Lamp, resource: "${url}/lamp", params: { id: 7 } }
  - { platform: rest, name: Stubborn, resource: "${url}/refuses" }
  - { platform: rest, name: From json, resource: "${url}/json", is_on_template: "{{ value_json.on }}" }
rest_command:
  go:
    url: "${url}/go/{{ x }}?y={{ y }}"
    method: post
    payload: '{"a": "{{ x }}"}'
    content_type: application/json
    headers: { X-Who: "{{ who }}" }
  read: { url: "${url}/json" }
  page: { url: "${url}/404" }
  meta: { url: "http://169.254.169.254/" }
  wrong: { url: "${url}", method: trace }
${more}`;

const PACKAGE = (url: string) => `
rest:
  resource: ${url}/secret
  username: anna
  password: !secret door
  sensor:
    name: From package
sensor:
  - platform: rest
    resource: ${url}/json
    nam: Wrong
`;

const lines: string[] = [];
const note = (line: string): void => void lines.push(line);
const log: Log = { ...silentLog, info: note, warn: note, error: note, named: () => log };

beforeAll(async () => {
  await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(device.address() as AddressInfo).port}`;
  dataDir = tempFolder(afterAll);
  writeFileSync(join(dataDir, 'hearth.yaml'), settings(url));
  writeFileSync(join(dataDir, 'secrets.yaml'), 'door: "open sesame"\n');
  mkdirSync(join(dataDir, 'packages'));
  writeFileSync(join(dataDir, 'packages', 'rest.yaml'), PACKAGE(url));
  home = await startTestHub({}, dataDir, undefined, {
    logFile: { ...silentLogFile(), log },
  });
  for (const id of ['sensor.warm', 'sensor.single', 'switch.lamp', 'sensor.digest', 'sensor.from_package'])
    await until(async () => !['unavailable', undefined].includes(await stateOf(id)));
});
afterAll(async () => {
  await home.stop();
  device.closeAllConnections();
  device.close();
});

const shown = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const stateOf = async (id: string): Promise<string> => (await shown(id)).state;
const call = (service: string, data: object, query = '') =>
  home.rest('POST', `/api/services/${service.replace('.', '/')}${query}`, data);

describe('a block of rest', () => {
  it('reads several sensors from one request, with rendered headers and parameters', async () => {
    const requests = seen.filter(({ url }) => url.startsWith('/json?q=block'));
    expect(requests[0]?.url).toBe('/json?q=block&p=a+b&b=true');
    expect(requests[0]?.headers['x-sum']).toBe('2');
    const warm = await shown('sensor.warm');
    expect([warm.state, warm.attributes.x, warm.attributes.y]).toEqual(['21.5', 1, 2]);
    expect('z' in warm.attributes).toBe(false);
    const named = await shown('sensor.named_3');
    expect([named.state, named.attributes.icon]).toEqual(['[1, 2]', 'mdi:21']);
  });

  it.each([
    ['sensor.missing', ''],
    ['sensor.missing_deep', 'unknown'],
    ['sensor.empty', 'unknown'],
    ['sensor.no_number', 'unknown'],
    ['sensor.gone', 'unavailable'],
    ['binary_sensor.is_on', 'on'],
    ['binary_sensor.not_whole', 'off'],
    ['sensor.missing_page', '9'],
    ['sensor.latin', 'é'],
    ['sensor.xml', 'y w & <z>'],
    ['sensor.digest', 'in'],
    ['sensor.down', 'unavailable'],
    ['sensor.single', '21.5'],
  ])('shows %s as Home Assistant does: %j', async (id, state) => {
    expect(await stateOf(id)).toBe(state);
  });

  it('turns XML into attributes too', async () => {
    const { attributes } = await shown('sensor.xml');
    expect([attributes['@a'], attributes.e]).toEqual(['1', null]);
  });

  it('takes secrets in packages', async () => {
    expect(await stateOf('sensor.from_package')).toBe(
      `Basic ${Buffer.from('anna:open sesame').toString('base64')}`,
    );
  });

  it('names file, line and value of mistakes, which leave the others alone', () => {
    const found = (text: string) => lines.filter((line) => line.includes(text));
    expect(found('device_class')[0]).toMatch(/^hearth\.yaml:22: rest sensor: .*Got "warmth"/);
    expect(found('either resource')[0]).toMatch(/^hearth\.yaml:37: rest: /);
    expect(found("'nam'")[0]).toMatch(/^packages\/rest\.yaml:9: sensor rest: /);
    expect(found('trace')[0]).toMatch(/^hearth\.yaml:\d+: rest_command wrong: /);
    expect(lines.join('\n')).not.toContain('sesame');
  });

  it('never asks link-local addresses', async () => {
    await until(() => lines.some((line) => line.includes('169.254.169.254 gave nothing')));
    expect(await stateOf('sensor.metadata')).toBe('unavailable');
  });
});

describe('a REST switch', () => {
  it('sends its body, and reads its state', async () => {
    expect(await stateOf('switch.lamp')).toBe('off');
    await call('switch.turn_on', { entity_id: 'switch.lamp' });
    expect(seen.find(({ method, url }) => method === 'POST' && url === '/lamp?id=7')?.body).toBe('ON');
    expect(await stateOf('switch.lamp')).toBe('on');
    expect(await stateOf('switch.from_json')).toBe('on');
  });

  it('fails when the device refuses', async () => {
    const answer = await call('switch.turn_on', { entity_id: 'switch.stubborn' });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('answered with the status 500');
    expect(await stateOf('switch.stubborn')).toBe('off');
  });
});

describe('rest_command', () => {
  it('sends what its templates make of the data, and answers when asked', async () => {
    const data = { x: 'a b', y: 'é', who: 'me' };
    const { json: answer } = await call('rest_command.go', data, '?return_response');
    expect(answer.service_response).toMatchObject({ content: 'ok', status: 200 });
    const sent = seen.find(({ url }) => url.startsWith('/go/'));
    expect(sent).toMatchObject({ method: 'POST', url: '/go/a%20b?y=%C3%A9', body: '{"a": "a b"}' });
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-who': 'me' });
  });

  it('returns JSON as data, also of a page that does not exist', async () => {
    const read = await call('rest_command.read', {}, '?return_response');
    expect(read.json.service_response.content.list).toEqual([1, 2]);
    const page = await call('rest_command.page', {}, '?return_response');
    expect(page.json.service_response).toMatchObject({ status: 404, content: { t: 9 } });
  });

  it('refuses link-local addresses, and a header with a line break', async () => {
    expect((await call('rest_command.meta', {})).text).toContain('169.254.169.254');
    const bad = await call('rest_command.go', { x: 1, y: 1, who: 'a\r\nX-Evil: 1' });
    expect(bad.status).toBe(500);
    expect(seen.some(({ headers }) => 'x-evil' in headers)).toBe(false);
  });

  it('has no service for a broken command', async () => {
    expect((await call('rest_command.wrong', {})).status).toBe(400);
  });
});

it('is read again by rest.reload and rest_command.reload, and asked by update_entity', async () => {
  temperature = '22.0';
  await call('homeassistant.update_entity', { entity_id: 'sensor.single' });
  expect(await stateOf('sensor.single')).toBe('22.0');
  const url = `http://127.0.0.1:${(device.address() as AddressInfo).port}`;
  writeFileSync(
    join(dataDir, 'hearth.yaml'),
    `rest: { resource: "${url}/json", sensor: { name: Later, value_template: "{{ value_json.t }}" } }\nrest_command: { other: { url: "${url}/other" } }\n`,
  );
  await call('rest.reload', {});
  await call('rest_command.reload', {});
  await until(async () => (await stateOf('sensor.later')) === '22.0');
  expect((await shown('sensor.missing')).message).toBe('Entity not found.');
  expect((await shown('sensor.warm')).message).toBe('Entity not found.');
  expect((await call('rest_command.other', {})).status).toBe(200);
  expect((await call('rest_command.go', {})).status).toBe(400);
});
