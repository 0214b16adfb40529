import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A type of device that no other integration looks for. */
const CHIME = 'urn:bells-example:device:Chime:1';
const MANIFEST = {
  ...{ domain: 'chimes', name: 'Chimes', version: '1.0.0', api: 1 },
  discovery: [{ ssdp: { st: CHIME, manufacturer: 'Bell*' } }],
  services: {
    play: {
      target: ['button'],
      response: 'optional',
      fields: { tune: { required: true }, volume: { selector: { number: { min: 0, max: 10 } } } },
    },
    silence: {},
  },
};
const TEXTS = {
  services: {
    play: {
      ...{ name: 'Play a tune', description: 'Plays a tune on chimes.' },
      fields: { tune: { name: 'Tune' } },
    },
  },
};
const MAIN = `
import { integration, z } from 'hearth-integration';
export default integration({
  config: z.object({ host: z.string() }),
  discovery: [{
    ssdp: true,
    uniqueId: ({ udn }) => udn,
    title: ({ description }) => description.friendlyName,
    toConfig: ({ ip_address: host }) => ({ host }),
  }],
  connect: ({ host }) => ({ uniqueId: host, title: host }),
  services: {
    play: ({ data, targets }) => ({ data, targets: targets.map(({ uniqueId }) => uniqueId) }),
    silence: () => {},
  },
  setup(entry) {
    for (const name of ['Hall', 'Attic']) entry.button({ uniqueId: name.toLowerCase(), name, press: () => {} });
    entry.service('hall_tune', { fields: { tune: {} }, response: 'only' }, ({ data }) => ({ hummed: data.tune }));
    const shown = entry.calendar({ uniqueId: 'week', name: 'Week' });
    shown.setEvents([
      { start: '2030-01-02', end: '2030-01-03', summary: 'Day out' },
      { start: '2030-01-01T08:00:00+00:00', end: '2030-01-01T09:00:00+00:00', summary: 'Early' },
    ]);
  },
});
`;

let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  const dataDir = tempFolder(afterAll);
  const folder = join(dataDir, 'integrations', 'chimes');
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(folder, 'locales', 'en.json'), JSON.stringify(TEXTS));
  writeFileSync(join(folder, 'main.js'), MAIN);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  home = await startTestHub({}, dataDir);
  owner = await home.connect();
});
afterAll(() => home.stop());

const call = (service: string, data: object) =>
  home.rest('POST', `/api/services/chimes/${service}?return_response`, data);
const servicesOf = async () => (await owner.must({ type: 'get_services' })).chimes;
const answerOf = async (service: string, data: object) => (await call(service, data)).json.service_response;

describe('an integration with services of its own', () => {
  it('is found by SSDP', async () => {
    const found = { usn: 'uuid:7::x', location: 'http://10.0.0.7/d.xml', udn: 'uuid:7', address: '10.0.0.7' };
    const announce = (description: Record<string, string>) =>
      home.hub.devices?.discoveries.foundDevice({ ...found, st: CHIME, headers: {}, description });
    announce({ manufacturer: 'Other' });
    announce({ manufacturer: 'Bell Works', friendlyName: 'Hall chime' });
    await expect
      .poll(() => owner.must({ type: 'config_entries/flow/progress' }))
      .toMatchObject([{ context: { source: 'ssdp', title_placeholders: { name: 'Hall chime' } } }]);
  });

  it('offers them with their texts once it is set up', async () => {
    expect(await servicesOf()).toBeUndefined();
    await setUp(home, 'chimes', { host: '10.0.0.9' });
    await expect.poll(async () => Object.keys(await servicesOf())).toEqual(['play', 'silence', 'hall_tune']);
    expect((await servicesOf()).play).toMatchObject({
      ...{ name: 'Play a tune', description: 'Plays a tune on chimes.', response: { optional: true } },
      fields: { tune: { name: 'Tune', required: true, selector: { text: null } } },
      target: { entity: [{ integration: 'chimes', domain: ['button'] }] },
    });
  });

  it('gets their checked data, and the entities of its own that are meant', async () => {
    const data = { entity_id: ['button.hall', 'light.other'], tune: 7, volume: '3' };
    expect(await answerOf('play', data)).toEqual({ data: { tune: '7', volume: 3 }, targets: ['hall'] });
    expect((await answerOf('play', { entity_id: 'all', tune: 'a' })).targets).toEqual(['hall', 'attic']);
    expect(await answerOf('hall_tune', { tune: 'Greensleeves' })).toEqual({ hummed: 'Greensleeves' });
    for (const wrong of [{ tune: 'a' }, { entity_id: 'all' }, { ...data, volume: 11 }, { ...data, extra: 1 }])
      expect((await call('play', wrong)).status).toBe(400);
  });

  it('shows a calendar whose events are found', async () => {
    const { state, attributes } = (await home.rest('GET', '/api/states/calendar.week')).json;
    expect({ state, message: attributes.message }).toEqual({ state: 'off', message: 'Early' });
    const path = '/api/calendars/calendar.week?start=2030-01-01T00:00:00Z&end=2030-01-05T00:00:00Z';
    expect((await home.rest('GET', path)).json).toMatchObject([
      { summary: 'Early' },
      { summary: 'Day out', start: { date: '2030-01-02' } },
    ]);
    const { json } = await home.rest('POST', '/api/services/calendar/get_events?return_response', {
      ...{ entity_id: 'calendar.week', start_date_time: '2030-01-02 00:00:00', duration: { hours: 1 } },
    });
    expect(json.service_response['calendar.week'].events).toMatchObject([{ summary: 'Day out' }]);
  });

  it('takes them away when it is removed', async () => {
    const [{ entry_id }] = await owner.must({ type: 'config_entries/get', domain: 'chimes' });
    await home.rest('DELETE', `/api/config/config_entries/entry/${entry_id}`);
    expect(await servicesOf()).toBeUndefined();
  });
});
