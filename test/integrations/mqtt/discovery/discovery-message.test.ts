import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../src/core/pacer.ts';
import {
  type DiscoveryMessage,
  discoverySteps,
  parseDiscoveryTopic,
} from '../../../../src/integrations/mqtt/discovery/discovery-message.ts';
import { seeds } from '../../../support/thoroughness.ts';

const KNOWN: ReadonlySet<string> = new Set(['switch', 'sensor', 'tag', 'device_automation']);

function read(topic: string, payload: unknown): DiscoveryMessage {
  const parsed = parseDiscoveryTopic('homeassistant', `homeassistant/${topic}/config`);
  if (parsed === undefined) throw new Error(`${topic} is no discovery topic`);
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return atOnce(discoverySteps(parsed, text, (name) => KNOWN.has(name)));
}

/** The configs of a message that is not refused, as plain objects by discovery id. */
function items(topic: string, payload: unknown): Record<string, unknown> {
  const message = read(topic, payload);
  if (message.kind !== 'items') throw new Error(JSON.stringify(message));
  return JSON.parse(
    JSON.stringify(Object.fromEntries(message.items.map(({ discoveryId, config }) => [discoveryId, config]))),
  );
}

const device = { ids: 'd1', name: 'D', mf: 'M' };
const o = { name: 'maker', sw: '1' };

describe('a discovery topic', () => {
  it('has a component, perhaps a node, and an object', () => {
    expect(parseDiscoveryTopic('ha/x', 'ha/x/switch/a-1/config')).toEqual({
      component: 'switch',
      nodeId: undefined,
      objectId: 'a-1',
    });
    expect(parseDiscoveryTopic('ha', 'ha/device/n/o/config')).toEqual({
      component: 'device',
      nodeId: 'n',
      objectId: 'o',
    });
  });

  it.each([
    'ha/switch/a b/config',
    'ha/switch/a/configuration',
    'ha/switch/a/b/c/config',
    'ho/switch/a/config',
  ])('is not %s', (topic) => {
    expect(parseDiscoveryTopic('ha', topic)).toBeUndefined();
  });
});

describe('a discovery message of one component', () => {
  it('gets full keys at every level', () => {
    const payload = {
      cmd_t: 'a',
      dev: { ...device, cns: [['mac', 'AA']] },
      o,
      avty: [{ t: 'x', pl_avail: 'y' }],
    };
    expect(items('switch/x', payload)).toEqual({
      x: {
        command_topic: 'a',
        device: { identifiers: 'd1', name: 'D', manufacturer: 'M', connections: [['mac', 'AA']] },
        origin: { name: 'maker', sw_version: '1' },
        availability: [{ topic: 'x', payload_available: 'y' }],
      },
    });
  });

  it('lets the short key win over the full one', () => {
    expect(items('switch/x', { cmd_t: 'short', command_topic: 'full' })).toEqual({
      x: { command_topic: 'short' },
    });
  });

  it('puts the base topic at begin and end of topics only', () => {
    const payload = {
      '~': 'b/c',
      stat_t: '~/s',
      cmd_t: 's/~',
      topic: '~',
      pl_on: '~on',
      x_topic: 'a/~/b',
      avty: { t: '~/a' },
    };
    expect(items('switch/n/x', payload)).toEqual({
      'n x': {
        state_topic: 'b/c/s',
        command_topic: 's/b/c',
        topic: 'b/c',
        payload_on: '~on',
        x_topic: 'a/~/b',
        availability: [{ topic: 'b/c/a' }],
      },
    });
  });

  it.each(['', '{}'])('%j removes the entity', (payload) => {
    expect(read('switch/x', payload)).toEqual({ kind: 'remove' });
  });

  it.each(['x', '[]', '"a"', '5', 'null', '{"a":', '{"o":{}}', '{"o":5}', '{"migr_discvry":"true"}'])(
    '%j is refused',
    (payload) => {
      expect(read('switch/x', payload).kind).toBe('refused');
    },
  );

  it('is refused when it is no UTF-8', () => {
    expect(
      atOnce(discoverySteps({ component: 'switch', nodeId: undefined, objectId: 'x' }, undefined, () => true))
        .kind,
    ).toBe('refused');
  });

  it('migrates on exactly true', () => {
    expect(read('switch/x', { migr_discvry: true })).toEqual({ kind: 'migrate' });
    expect(read('switch/x', { migr_discvry: true, name: 'x' })).toMatchObject({ kind: 'refused' });
  });

  it('keeps __proto__ and constructor as names like others', () => {
    const config = items('switch/x', '{"__proto__":{"polluted":1},"constructor":2,"cmd_t":"a"}').x;
    expect(Object.keys(config as object).sort()).toEqual(
      ['__proto__', 'command_topic', 'constructor'].sort(),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is refused when it is too deep', () => {
    expect(read('switch/x', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`).kind).toBe('refused');
  });
});

describe('a discovery message of a device', () => {
  const cmps = { a: { p: 'sensor', uniq_id: 'u1', stat_t: 's' }, b: { p: 'tag', t: 'x' } };

  it('is taken apart; shared options count where a component has none', () => {
    const payload = { dev: device, o, cmps, qos: 2, stat_t: 'shared', avty_t: 'av' };
    const full = {
      device: { identifiers: 'd1', name: 'D', manufacturer: 'M' },
      origin: { name: 'maker', sw_version: '1' },
    };
    expect(items('device/x', payload)).toEqual({
      'x a': { ...full, unique_id: 'u1', state_topic: 's', qos: 2, availability_topic: 'av' },
      'x b': { ...full, topic: 'x', qos: 2, state_topic: 'shared', availability_topic: 'av' },
    });
  });

  it('has ids that single messages of the same node have too', () => {
    expect(Object.keys(items('device/node', { dev: device, o, cmps }))).toEqual(
      Object.keys({ ...items('sensor/node/a', { o, x: 1 }), ...items('tag/node/b', { o, x: 1 }) }),
    );
  });

  it('puts the node id of its topic before the key', () => {
    expect(Object.keys(items('device/n/x', { dev: device, o, cmps }))).toEqual(['x n a', 'x n b']);
  });

  it('takes a component away that has only its platform', () => {
    expect(items('device/x', { dev: device, o, cmps: { a: { p: 'sensor' } } })).toEqual({ 'x a': null });
  });

  it('gives components of child devices to the child', () => {
    const cdevs = [{ ids: ['c1'], name: 'C', cmps: { k: { p: 'sensor', uniq_id: 'u', stat_t: 's' } } }];
    expect(items('device/x', { dev: device, o, cdevs })).toEqual({
      'x k': expect.objectContaining({
        device: {
          identifiers: 'd1',
          name: 'D',
          manufacturer: 'M',
          child_device: { identifiers: ['c1'], name: 'C' },
        },
      }),
    });
  });

  it.each([
    ['origin', { dev: device, cmps }],
    ['device', { o, cmps }],
    ['identifier', { dev: { name: 'D' }, o, cmps }],
    ['components', { dev: device, o }],
    ['platform', { dev: device, o, cmps: { a: { uniq_id: 'u', stat_t: 's' } } }],
    ['not known', { dev: device, o, cmps: { a: { p: 'sensors', uniq_id: 'u' } } }],
    ['unique_id', { dev: device, o, cmps: { a: { p: 'sensor', stat_t: 's' } } }],
    ['twice', { dev: device, o, cmps, cdevs: [{ ids: 'c', cmps: { a: { p: 'sensor', uniq_id: 'v' } } }] }],
    ['object', { dev: device, o, cmps: [] }],
    ['object', { dev: device, o, cmps: { a: 'sensor' } }],
    ['identifier', { dev: device, o, cdevs: [{ cmps }] }],
    ['of its own', { dev: device, o, cdevs: [{ ids: ['d1'], cmps }] }],
    ['"nothing"', { dev: device, o, cmps, nothing: 1 }],
    ['"~"', { dev: device, o, cmps, '~': 'base' }],
    ['origin', { dev: device, o: { name: 'x', nothing: 1 }, cmps }],
    ['origin', { dev: device, o: { name: 'x', url: 'no address' }, cmps }],
  ])('is refused whole for the sake of %s', (reason, payload) => {
    expect(read('device/x', payload)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });
});

describe('any payload', () => {
  it('is read without throwing', () => {
    const key = fc.constantFrom(
      'dev',
      'o',
      'cmps',
      'cdevs',
      '~',
      'avty',
      'p',
      'ids',
      'cdev',
      'name',
      '__proto__',
      'stat_t',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        fc.constantFrom('sensor', '~/x'),
        tie('object'),
        fc.array(tie('any')),
      ),
      object: fc.dictionary(key, tie('any'), { noNullPrototype: false }),
    }));
    fc.assert(
      fc.property(fc.constantFrom('device/x', 'device/n/x', 'sensor/x'), value.object, (topic, payload) => {
        expect(['refused', 'remove', 'migrate', 'items']).toContain(read(topic, payload).kind);
      }),
      { numRuns: seeds(40, 1000) },
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['refused', 'remove', 'items']).toContain(read('sensor/x', text).kind);
      }),
    );
  });
});
