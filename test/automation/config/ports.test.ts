import { describe, expect, it } from 'vitest';
import type { NotificationUpdate, Ports, TopicMessage } from '../../../src/automation/config/ports.ts';
import type { Webhook } from '../../../src/core/ports.ts';
import { repr } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('the mqtt trigger', () => {
  const attach = (config: object, variables: Record<string, unknown> = {}) => {
    const listeners = new Map<string, (message: TopicMessage) => void>();
    const mqtt: NonNullable<Ports['mqtt']> = {
      listen: (topic, _qos, hear) => {
        listeners.set(topic, hear);
        return () => listeners.delete(topic);
      },
      onTrigger: () => () => {},
      triggersOf: () => [],
    };
    const { setting, lines } = automationSetting({ ports: { mqtt } });
    const attached = attachTriggers(setting, { trigger: 'mqtt', ...config }, { variables });
    const send = (topic: string, payload: string | Buffer): void =>
      listeners.get(topic)?.({ topic, payload: Buffer.from(payload), qos: 0, retain: false });
    return { ...attached, send, lines, listeners };
  };

  it('reports topic, payload and its JSON', () => {
    const { fired, send } = attach({ topic: 'a/{{ n }}' }, { n: 5 });
    send('a/5', 'text');
    send('a/5', '{"b": 1}');
    expect(fired.map(({ trigger }) => trigger)).toMatchObject([
      { topic: 'a/5', payload: 'text', qos: 0, description: 'mqtt topic a/5' },
      { topic: 'a/5', payload_json: { b: 1 } },
    ]);
    expect(fired[0]?.trigger).not.toHaveProperty('payload_json');
  });

  it('waits for a payload, or for what a template makes of one', () => {
    const plain = attach({ topic: 'a', payload: 'on' });
    for (const payload of ['off', 'on']) plain.send('a', payload);
    expect(plain.fired).toHaveLength(1);
    const made = attach({ topic: 'a', payload: 'on', value_template: '{{ value_json.state | lower }}' });
    for (const payload of ['on', '{"state": "ON"}']) made.send('a', payload);
    expect(made.fired).toHaveLength(1);
  });

  it('ignores payloads in another encoding', () => {
    const { fired, send, lines } = attach({ topic: 'a' });
    send('a', Buffer.from([0xff, 0xfe]));
    expect(fired).toEqual([]);
    expect(lines.join()).toContain('utf-8');
    const bytes = attach({ topic: 'a', encoding: '' });
    bytes.send('a', Buffer.from([0xff]));
    expect(bytes.fired).toHaveLength(1);
  });

  it('reports a missing broker', () => {
    const { setting, lines } = automationSetting();
    attachTriggers(setting, { trigger: 'mqtt', topic: 'a' });
    expect(lines.join()).toContain('MQTT is not set up');
  });

  // Home Assistant 2026.11.0 for these payloads in sequence on one topic: which fire, and their JSON.
  const PAYLOADS = ['on', '5', 'True', 'true', Buffer.from([0xff, 0x41]), 'ä'];
  it.each(cases<[object, readonly string[]][]>('mqtt triggers'))(
    'with %j fires as recorded',
    (config, expected) => {
      const { fired, send } = attach({ topic: 'a', ...config });
      for (const payload of PAYLOADS) send('a', payload);
      const told = fired.map(({ trigger: { payload, payload_json: json } }) => {
        const text = typeof payload === 'string' ? payload : repr(payload as never);
        return json === undefined ? text : `${text} as ${json}`;
      });
      expect(told).toEqual(expected);
    },
  );

  it.each(cases<[object][]>('invalid mqtt triggers'))('refuses %j', (config) => {
    expect(() => attach(config)).toThrow(/qos|payload|topic|zzz/);
  });
});

describe('the webhook trigger', () => {
  const attach = (config: object) => {
    const hooks: Webhook[] = [];
    const webhooks: NonNullable<Ports['webhooks']> = {
      register: (webhook) => {
        hooks.push(webhook);
        return () => hooks.splice(hooks.indexOf(webhook), 1);
      },
    };
    const { setting, lines } = automationSetting({ ports: { webhooks } });
    const attached = attachTriggers(setting, { trigger: 'webhook', webhook_id: 'hook', ...config });
    const call = async (contentType: string, body: string): Promise<void> => {
      const facts = { method: 'POST', isLocal: true, contentType, query: { q: '1' } };
      for (const hook of hooks) hook.listener({ ...facts, body: Buffer.from(body) });
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { ...attached, hooks, call, lines };
  };

  it('allows only POST and PUT from the local network by default', () => {
    expect(attach({}).hooks).toMatchObject([{ id: 'hook', methods: ['POST', 'PUT'], localOnly: true }]);
    const other = attach({ allowed_methods: ['get', 'HEAD'], local_only: false });
    expect(other.hooks).toMatchObject([{ methods: ['GET', 'HEAD'], localOnly: false }]);
    other.undo?.();
    expect(other.hooks).toEqual([]);
  });

  it('reads JSON and forms', async () => {
    const { fired, call } = attach({});
    await call('application/json', '{"a": [1, 2]}');
    await call('application/json', '');
    await call('application/x-www-form-urlencoded', 'a=1&b=x+y&a=2');
    await call(
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n5\r\n--x--\r\n',
    );
    await call('text/plain', 'whatever');
    expect(fired.map(({ trigger: { json, data } }) => json ?? data)).toEqual([
      { a: [1, 2] },
      {},
      { a: '1', b: 'x y' },
      { a: '5' },
      {},
    ]);
    expect(Object.keys(fired[0]?.trigger ?? {}).sort()).toEqual([
      ...['alias', 'description', 'id', 'idx', 'json', 'platform', 'query', 'webhook_id'],
    ]);
  });

  it('ignores invalid JSON declared as JSON', async () => {
    const { fired, call, lines } = attach({});
    await call('application/json', '{');
    expect(fired).toEqual([]);
    expect(lines.join()).toContain('hook');
  });
});

describe('the persistent_notification trigger', () => {
  it('filters by update types and one notification', () => {
    let tell: (news: NotificationUpdate) => void = () => {};
    const ports: Ports = {
      notifications: {
        follow: (hear) => {
          tell = hear;
          return () => {};
        },
      },
    };
    const { setting } = automationSetting({ ports });
    const config = {
      trigger: 'persistent_notification',
      update_type: ['added', 'removed'],
      notification_id: 'a',
    };
    const { fired } = attachTriggers(setting, config);
    const news = (updateType: NotificationUpdate['updateType'], id: string): NotificationUpdate => ({
      updateType,
      notification: { notification_id: id, title: null, message: 'M', created_at: '' },
    });
    for (const one of [news('added', 'a'), news('updated', 'a'), news('added', 'b'), news('removed', 'a')])
      tell(one);
    expect(fired.map(({ trigger }) => trigger.update_type)).toEqual(['added', 'removed']);
    expect(fired[0]?.trigger).not.toHaveProperty('description');
  });
});
