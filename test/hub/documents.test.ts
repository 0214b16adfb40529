import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contract } from '../support/contract.ts';
import { callersOf } from '../support/permission-oracle/callers.ts';
import { enter } from '../support/permission-oracle/enter.ts';
import { furnish } from '../support/permission-oracle/furnish.ts';
import { OracleHome } from '../support/permission-oracle/oracle-home.ts';
import { COMMAND_PROBES, ROUTE_PROBES } from '../support/permission-oracle/probes.ts';
import { Walk } from '../support/permission-oracle/walk.ts';
import type { TestHub } from '../support/start-hub.ts';

/** Commands whose probe ends what the test still needs. */
const ENDING = /^auth\/delete_|^hearth\/token\/(?:revoke|update)$/;

let home: OracleHome;
let hub: TestHub;
let contract: Contract;
let walk: Walk;
beforeAll(async () => {
  home = await OracleHome.open();
  await furnish(home);
  contract = await Contract.of(home.hub);
  hub = contract.watch(home.hub);
  const [owner] = callersOf(home, []).filter(({ isOwner }) => isOwner === true);
  if (owner === undefined) throw new Error('There is no owner');
  walk = await Walk.begin(home, await enter(home.hub, owner, home.clock));
});
afterAll(async () => {
  walk.close();
  await home.hub.stop();
});

describe('the AsyncAPI document', () => {
  it('is valid by the schema of its standard', async () => {
    const path = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json');
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    const isValid = new Ajv({
      strict: false,
      validateFormats: false,
      unicodeRegExp: false,
      meta: false,
      validateSchema: false,
    }).compile(schema);
    expect([isValid((await hub.rest('GET', '/api/asyncapi.json')).json), isValid.errors]).toEqual([
      true,
      null,
    ]);
  });

  it('has each command with its fields, its result, and its events if it is a subscription', async () => {
    const { json } = await hub.rest('GET', '/api/asyncapi.json');
    for (const { type, subscribe } of hub.hub.commands) {
      const name = type.replaceAll('/', '.');
      const keys = [name, `${name}.result`, ...(subscribe === undefined ? [] : [`${name}.event`])];
      expect(Object.keys(json.components.messages)).toEqual(expect.arrayContaining(keys));
      expect(Object.keys(json.operations)).toContain(name);
    }
    const { area_id, name } = json.components.messages['config.area_registry.update'].payload.properties;
    expect([area_id, name]).toEqual([{ type: 'string' }, { type: 'string' }]);
  });
});

describe('every probe of a route or command', () => {
  it('is answered as the documents say', async () => {
    const [aim] = walk.seenAims;
    if (aim === undefined) throw new Error('There is nothing to aim at');
    const client = await hub.connect();
    // What changes the home comes last.
    for (const isChange of [false, true]) {
      for (const { type, subscribe } of hub.hub.commands) {
        const probe = COMMAND_PROBES[type];
        if (probe === undefined || ENDING.test(type) || /^reads|^open/.test(probe.effect) === isChange)
          continue;
        for (const fields of probe.requests(aim)) {
          const { id, success } = await client.ask({ type, ...fields });
          if (subscribe !== undefined && success === true)
            await client.ask({ type: 'unsubscribe_events', subscription: id });
        }
      }
      for (const { method, path } of hub.hub.routes) {
        const probe = ROUTE_PROBES[`${method} ${path}`];
        if (probe === undefined || /stream/.test(path) || /^reads|^open/.test(probe.effect) === isChange)
          continue;
        for (const [target, body] of probe.requests(aim))
          await hub.rest(method, target, method === 'GET' ? undefined : body);
      }
    }
    expect(contract.violations).toEqual([]);
    expect(contract.checked.responses).toBeGreaterThan(80);
    expect(contract.checked.messages).toBeGreaterThan(300);
  });
});

describe('the check against the documents', () => {
  it('notices a missing key, another status, another content type and a result of another type', async () => {
    const { json } = await home.hub.rest('GET', '/api/openapi.json');
    const strict = new Contract(json, (await home.hub.rest('GET', '/api/asyncapi.json')).json);
    const answer = (status: number, type: string, text: string) => {
      let json: unknown;
      if (type === 'application/json') json = JSON.parse(text);
      const headers = new Headers({ 'content-type': type });
      strict.checkResponse('GET', '/api/states/light.a', { status, text, json, headers });
      return strict.violations.splice(0).length;
    };
    expect(answer(200, 'application/json', '{"entity_id": "light.a"}')).toBe(1);
    expect(answer(418, 'application/json', '{"message": "x"}')).toBe(1);
    expect(answer(200, 'text/plain', 'on')).toBe(1);
    expect(answer(404, 'application/json', '{"message": "x", "code": "not_found"}')).toBe(0);
    strict.checkMessage('ping', { id: 1, type: 'pong' });
    expect(strict.violations).toEqual([]);
    strict.checkMessage('get_states', { id: 1, type: 'result', success: true, result: {} });
    expect(strict.violations).toHaveLength(1);
  });
});
