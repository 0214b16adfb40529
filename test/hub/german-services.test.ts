import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GERMAN_OF_DEVICES } from '../../src/entities/services/german/devices.ts';
import { GERMAN_OF_THE_HOME } from '../../src/entities/services/german/house.ts';
import { GERMAN_TITLES } from '../../src/entities/services/german/titles.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly fields?: Readonly<Record<string, Described>>;
}

let home: TestHub;
const titles = new Set<string>();
const sentences = new Set<string>();

function gather({ name, description, fields = {} }: Described): void {
  if (name !== undefined) titles.add(name);
  if (description !== undefined) sentences.add(description);
  for (const field of Object.values(fields)) gather(field);
}

beforeAll(async () => {
  // There is no broker at this address; the MQTT services exist all the same.
  home = await startTestHub({ demo: true, 'mqtt.url': 'mqtt://127.0.0.1:9' });
  const { json } = await home.rest('GET', '/api/services');
  for (const services of Object.values<Record<string, Described>>(json))
    for (const service of Object.values(services)) gather(service);
});

afterAll(() => home.stop());

describe('the services in German', () => {
  it('have a German title and sentence for each English one, and no other', () => {
    const german = { ...GERMAN_OF_DEVICES, ...GERMAN_OF_THE_HOME };
    expect.soft([...sentences].filter((text) => !Object.hasOwn(german, text))).toEqual([]);
    expect.soft([...titles].filter((text) => !Object.hasOwn(GERMAN_TITLES, text))).toEqual([]);
    expect.soft(Object.keys(german).filter((text) => !sentences.has(text))).toEqual([]);
    expect.soft(Object.keys(GERMAN_TITLES).filter((text) => !titles.has(text))).toEqual([]);
  });

  it('are sent over REST and WebSocket when German is requested', async () => {
    const { json } = await home.rest('GET', '/api/services?language=de-AT');
    expect(json.light.turn_off).toMatchObject({ name: 'Ausschalten', description: 'Schaltet Lichter aus.' });
    expect(json.light.turn_on.fields.brightness.name).toBe('Helligkeit');
    const client = await home.connect();
    const all = (await client.ask({ type: 'get_services', language: 'de' })).result;
    expect(all.light.turn_off.name).toBe('Ausschalten');
    const english = (await client.ask({ type: 'get_services' })).result;
    expect(english.light.turn_off.name).toBe('Turn off');
  });

  it('are words for web apps', async () => {
    const client = await home.connect();
    const ask = { type: 'frontend/get_translations', category: 'services', integration: ['light'] };
    const { resources } = (await client.ask({ ...ask, language: 'de' })).result;
    expect(resources['component.light.services.turn_on.fields.brightness.name']).toBe('Helligkeit');
    expect.soft(Object.keys(resources).every((key) => key.startsWith('component.light.'))).toBe(true);
    const english = (await client.ask({ ...ask, language: 'en' })).result;
    expect(english.resources['component.light.services.turn_off.description']).toBe('Turns lights off.');
  });
});
