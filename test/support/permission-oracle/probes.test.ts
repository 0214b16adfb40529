import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionKinds } from '../../../src/automation/conditions/index.ts';
import { startTestHub, type TestHub } from '../start-hub.ts';
import { COMMAND_PROBES, ROUTE_PROBES, TABLES } from './probes.ts';
import { templateProbes } from './template-probes.ts';
import { servicesWithoutProbe } from './walk-services.ts';

let hub: TestHub;
beforeAll(async () => {
  // There is no broker at this address; the commands and services of MQTT exist all the same.
  hub = await startTestHub({ 'mqtt.url': 'mqtt://127.0.0.1:9' });
});
afterAll(() => hub.stop());

/** The names in only one of two lists, with the list they are missing from. */
function differences(names: readonly string[], probes: Readonly<Record<string, unknown>>): string[] {
  return [
    ...names.filter((name) => !Object.hasOwn(probes, name)).map((name) => `${name} has no probe`),
    ...Object.keys(probes)
      .filter((name) => !names.includes(name))
      .map((name) => `the probe ${name} is of nothing`),
  ];
}

describe('probes.yaml', () => {
  it('has a probe for each command, and no other', () => {
    const types = hub.hub.commands.map(({ type }) => type);
    expect(types).toContain('mqtt/subscribe');
    expect(differences(types, COMMAND_PROBES)).toEqual([]);
  });

  it('has a probe for each route, and no other', () => {
    const routes = hub.hub.routes.map(({ method, path }) => `${method} ${path}`);
    expect(differences(routes, ROUTE_PROBES)).toEqual([]);
  });

  it('has a probe for each condition, and no other', () => {
    const names = conditionKinds.map(({ name }) => name);
    expect(differences(names, TABLES.conditions)).toEqual([]);
  });

  it('has the data of each service that requires data, and of no other', async () => {
    const { json } = await hub.rest('GET', '/api/services');
    expect(Object.keys(json).length).toBeGreaterThan(40);
    expect(servicesWithoutProbe(json)).toEqual([]);
    const names = Object.entries(json).flatMap(([domain, services]) =>
      Object.keys(services as object).map((service) => `${domain}.${service}`),
    );
    expect(Object.keys(TABLES.services).filter((name) => !names.includes(name))).toEqual([]);
    expect(servicesWithoutProbe({ a: { b: { fields: { c: { required: true } } } } })).toEqual(['a.b']);
  });

  it('has arguments for each template function, filter and test that reads the home', () => {
    expect(templateProbes().length).toBeGreaterThan(300);
  });
});
