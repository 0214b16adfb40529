import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbeddedBroker } from '../../support/embedded-broker.ts';
import { until } from '../../support/until.ts';

const undos: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

async function start(wish: Parameters<typeof startEmbeddedBroker>[0] = {}) {
  const broker = await startEmbeddedBroker(wish);
  undos.push(broker.stop);
  return broker;
}

async function client(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  const made = await connectAsync(url, { reconnectPeriod: 0, protocolVersion: 4, ...options });
  undos.push(() => made.endAsync(true));
  return made;
}

function closing(one: MqttClient): Promise<void> {
  return new Promise((resolve) => one.once('close', () => resolve()));
}

/** The messages a client receives, as `topic payload qos retained`. */
function hearing(one: MqttClient): string[] {
  const heard: string[] = [];
  one.on('message', (topic, payload, { qos, retain }) =>
    heard.push(`${topic} ${payload} ${qos}${retain ? ' retained' : ''}`),
  );
  return heard;
}

describe('the embedded broker', () => {
  it.each([
    ['plain', 'mqtt'],
    ['over WebSocket on the same port', 'ws'],
  ])('carries messages %s, in each quality', async (_what, protocol) => {
    const { url } = await start();
    const one = await client(url.replace('mqtt', protocol));
    const heard = hearing(one);
    await one.subscribeAsync('a/#', { qos: 2 });
    for (const qos of [0, 1, 2] as const) await one.publishAsync(`a/${qos}`, 'x', { qos });
    await until(() => heard.length === 3);
    expect(heard.sort()).toEqual(['a/0 x 0', 'a/1 x 1', 'a/2 x 2']);
  });

  it('loses nothing of an account that exceeds its rate limit, keeps its order, and accepts what others publish', async () => {
    const { url } = await start({ accounts: { flood: { password: 'x' }, lamp: { password: 'x' } } });
    const listener = await client(url, { username: 'lamp', password: 'x' });
    const heard: string[] = [];
    listener.on('message', (topic, payload) => heard.push(`${topic} ${payload}`));
    await listener.subscribeAsync('#', { qos: 1 });
    const flood = await client(url, { username: 'flood', password: 'x' });
    for (let n = 0; n < 10_500; n += 1) flood.publish('flood', String(n));
    const last = flood.publishAsync('flood', '10500', { qos: 1 });
    await until(() => heard.length >= 10_000);
    await listener.publishAsync('lamp', 'on', { qos: 1 });
    await until(() => heard.length === 10_502);
    await last;
    expect(heard.filter((one) => one.startsWith('flood'))).toEqual(
      Array.from({ length: 10_501 }, (_, n) => `flood ${n}`),
    );
  });

  it('lowers the QoS to the requested one, also under a wildcard', async () => {
    const { url } = await start();
    const one = await client(url);
    const heard = hearing(one);
    await one.subscribeAsync({ 'a/+': { qos: 1 }, 'b/c': { qos: 0 } });
    for (const topic of ['a/b', 'b/c']) await one.publishAsync(topic, 'x', { qos: 2 });
    await until(() => heard.length === 2);
    expect(heard.sort()).toEqual(['a/b x 1', 'b/c x 0']);
  });

  it('keeps retained messages over a restart, and forgets those that were cleared', async () => {
    const kept = new Map();
    const before = await start({ kept });
    const one = await client(before.url);
    await one.publishAsync('a/b/c', 'kept', { retain: true, qos: 1 });
    await one.publishAsync('a/b/d', 'cleared', { retain: true, qos: 1 });
    await one.publishAsync('a/b/d', '', { retain: true, qos: 1 });
    await before.stop();
    const after = await start({ kept });
    const two = await client(after.url);
    const heard = hearing(two);
    await two.subscribeAsync('a/b/+', { qos: 1 });
    await until(() => heard.length === 1);
    expect(heard).toEqual(['a/b/c kept 1 retained']);
  });

  it('delivers a retained message beyond the limits, but retains neither it nor the one it replaces', async () => {
    const { url, kept, warnings } = await start({ limits: { payload: 4 * 1024 * 1024 } });
    const camera = await client(url);
    await camera.publishAsync('camera/picture', 'small', { retain: true, qos: 1 });
    const listener = await client(url);
    const lengths: number[] = [];
    listener.on('message', (_topic, payload) => lengths.push(payload.length));
    await listener.subscribeAsync('camera/#');
    await until(() => lengths.length === 1);
    await camera.publishAsync('camera/picture', Buffer.alloc(2 * 1024 * 1024), { retain: true, qos: 1 });
    await until(() => lengths.length === 2);
    expect(lengths).toEqual([5, 2 * 1024 * 1024]);
    expect([...kept.keys()]).toEqual([]);
    const late = hearing(listener);
    await listener.subscribeAsync('camera/picture');
    await camera.publishAsync('camera/end', 'x', { qos: 1 });
    await until(() => late.length > 0);
    expect(late).toEqual(['camera/end x 0']);
    expect(warnings.join()).toContain('camera/picture is handed on, but not kept: it has 2097152 bytes');
  });

  it('takes large messages of a connection one after the other, in order, and all of them', async () => {
    const { url } = await start();
    const listener = await client(url);
    const heard: string[] = [];
    listener.on('message', (_topic, payload) => heard.push(`${payload[0]} ${payload.length}`));
    await listener.subscribeAsync('big', { qos: 1 });
    const sender = await client(url);
    const sent = Array.from({ length: 30 }, (_, n) => Buffer.alloc(300_000, n));
    await Promise.all(
      sent.map((payload, n) => sender.publishAsync('big', payload, { qos: n % 2 === 0 ? 0 : 1 })),
    );
    await until(() => heard.length === sent.length);
    expect(heard).toEqual(sent.map((payload, n) => `${n} ${payload.length}`));
  });

  it('confirms a retained message with quality only once it is on the disk', async () => {
    let write = (): void => {};
    const { url, kept } = await start({ disk: () => new Promise((resolve) => (write = resolve)) });
    const one = await client(url);
    let isConfirmed = false;
    const confirmed = one.publishAsync('a', 'x', { retain: true, qos: 1 }).then(() => (isConfirmed = true));
    const other = await client(url);
    await other.publishAsync('elsewhere', 'x', { qos: 1 });
    expect(isConfirmed).toBe(false);
    write();
    await confirmed;
    expect(Buffer.from(kept.get('a')?.payload ?? []).toString()).toBe('x');
  });

  it('saves the last message of each topic once the disk accepts writes again', async () => {
    let isFull = true;
    const full = async (): Promise<void> => {
      if (isFull) throw new Error('full');
    };
    const { url, kept, warnings } = await start({ disk: full });
    const one = await client(url);
    await one.publishAsync('a', 'old', { retain: true, qos: 1 });
    await one.publishAsync('a', 'new', { retain: true, qos: 1 });
    await one.publishAsync('b', 'x', { retain: true, qos: 1 });
    expect([kept.size, warnings.length]).toEqual([0, 1]);
    isFull = false;
    await one.publishAsync('c', 'x', { retain: true, qos: 1 });
    expect([...kept].map(([topic, { payload }]) => `${topic} ${Buffer.from(payload)}`).sort()).toEqual([
      ...['a new', 'b x', 'c x'],
    ]);
  });

  it('hands on in order what one client sends, though some of it waits for the disk', async () => {
    const { url } = await start({ disk: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    const [one, two] = [await client(url), await client(url)];
    const heard = hearing(two);
    await two.subscribeAsync('a', { qos: 1 });
    for (let i = 0; i < 20; i += 1) one.publish('a', String(i), { qos: 1, retain: i % 3 === 0 });
    await until(() => heard.length === 20);
    expect(heard.map((line) => Number(line.split(' ')[1]))).toEqual([...Array(20).keys()]);
  });

  it('sends the last will of a client that disconnects without DISCONNECT, and retains it if requested', async () => {
    const { url } = await start();
    const watcher = await client(url);
    const heard = hearing(watcher);
    await watcher.subscribeAsync('one/state');
    const will = { topic: 'one/state', payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const one = await client(url, { will });
    one.stream.destroy();
    await until(() => heard.length === 1);
    const late = await client(url);
    const later = hearing(late);
    await late.subscribeAsync('one/+');
    await until(() => later.length === 1);
    expect([...heard, ...later]).toEqual(['one/state offline 0', 'one/state offline 0 retained']);
  });

  it('queues messages for a client with a persistent session', async () => {
    const { url } = await start();
    const first = await client(url, { clientId: 'away', clean: false });
    await first.subscribeAsync('a', { qos: 1 });
    await first.endAsync();
    const other = await client(url);
    await other.publishAsync('a', 'meanwhile', { qos: 1 });
    const back = connect(url, { clientId: 'away', clean: false, protocolVersion: 4 });
    undos.push(() => back.endAsync(true));
    const heard = hearing(back);
    await until(() => heard.length === 1, 'what was put by comes');
  });
});

describe('permissions at the broker', () => {
  const accounts = {
    all: { password: 'right' },
    plug: { password: 'right', publish: ['plug/+/state'], subscribe: ['plug/#'] },
  };

  it.each([
    ['without a name', {}, 5],
    ['with a wrong password', { username: 'all', password: 'wrong' }, 4],
    ['as nobody known', { username: 'nobody', password: 'right' }, 4],
    ['while the house has no time', { username: 'busy', password: 'right' }, 3],
  ])('nobody can connect %s', async (_what, login, code) => {
    const { url } = await start({ accounts });
    await expect(client(url, login)).rejects.toMatchObject({ code });
  });

  it('an account receives and publishes only what it may; other messages are dropped', async () => {
    const { url, warnings } = await start({ accounts });
    const all = await client(url, { username: 'all', password: 'right' });
    const heard = hearing(all);
    await all.subscribeAsync('#', { qos: 1 });
    const plug = await client(url, { username: 'plug', password: 'right' });
    await expect(plug.subscribeAsync('#')).rejects.toThrow();
    await expect(plug.subscribeAsync('other')).rejects.toThrow();
    await plug.subscribeAsync('plug/+/set');
    await plug.publishAsync('homeassistant/switch/x/config', '{}', { qos: 1, retain: true });
    await plug.publishAsync('$SYS/x', '{}', { qos: 1 });
    await plug.publishAsync('plug/1/state', 'ON', { qos: 1 });
    await until(() => heard.length > 0);
    expect(heard).toEqual(['plug/1/state ON 1']);
    expect(warnings.some((line) => line.includes('homeassistant/switch/x/config'))).toBe(true);
  });

  it('a will goes only where its sender may publish', async () => {
    const { url } = await start({ accounts });
    const all = await client(url, { username: 'all', password: 'right' });
    const heard = hearing(all);
    await all.subscribeAsync('#');
    const will = { topic: 'alarm/set', payload: Buffer.from('DISARM'), qos: 0 as const, retain: false };
    const plug = await client(url, { username: 'plug', password: 'right', will });
    plug.stream.destroy();
    await all.publishAsync('end', 'x', { qos: 1 });
    await until(() => heard.includes('end x 0'));
    expect(heard).toEqual(['end x 0']);
  });

  it('the connections of an account end when it changes', async () => {
    const { url, change } = await start({ accounts });
    const plug = await client(url, { username: 'plug', password: 'right' });
    const all = await client(url, { username: 'all', password: 'right' });
    change('plug');
    await closing(plug);
    expect(all.connected).toBe(true);
  });

  it('the client ID of another account is rejected', async () => {
    const { url } = await start({ accounts });
    const all = await client(url, { username: 'all', password: 'right', clientId: 'mine' });
    const thief = client(url, { username: 'plug', password: 'right', clientId: 'mine' });
    await expect(thief).rejects.toMatchObject({ code: 2 });
    expect(all.connected).toBe(true);
  });

  it('a page of a browser needs a name, even where others do not', async () => {
    const { url } = await start();
    const page = client(url.replace('mqtt', 'ws'), { wsOptions: { origin: 'http://evil.example' } });
    await expect(page).rejects.toMatchObject({ code: 5 });
  });
});

describe('the limits of the broker', () => {
  it('a packet that is too long ends its connection, and no other', async () => {
    const { url } = await start({ limits: { payload: 10_000 } });
    const [big, small] = [await client(url), await client(url)];
    const closed = closing(big);
    big.publish('a', Buffer.alloc(20_000));
    await closed;
    await small.publishAsync('a', Buffer.alloc(5000), { qos: 1 });
  });

  it('an unauthenticated client cannot send much', async () => {
    const { port } = await start();
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(100)]));
    await once(socket, 'close');
  });

  it('a topic that is too deep ends its connection', async () => {
    const { url } = await start();
    const one = await client(url);
    const closed = closing(one);
    one.publish('a/'.repeat(40), 'x');
    await closed;
  });

  it('no more clients connect than allowed', async () => {
    const { url } = await start({ limits: { clients: 2 } });
    await client(url);
    await client(url);
    await expect(client(url)).rejects.toMatchObject({ code: 3 });
  });

  it('a slow subscriber affects no other: it loses messages, and the others get theirs at once', async () => {
    const { url, broker } = await start();
    const frozen = await client(url);
    await frozen.subscribeAsync('#');
    frozen.stream.pause();
    const [reader, writer] = [await client(url), await client(url)];
    const heard = hearing(reader);
    await reader.subscribeAsync('flood/#');
    const payload = 'x'.repeat(20_000);
    for (let i = 0; i < 1000; i += 1) {
      writer.publish(`flood/${i}`, payload);
      if (i % 20 === 19) await until(() => heard.length === i + 1, `the reader has ${i}`);
    }
    await writer.publishAsync('flood/last', 'x', { qos: 1 });
    await until(() => heard.length === 1001, 'the reader has all');
    const state = await broker.state();
    expect(state.dropped).toBeGreaterThan(100);
    expect(state.connected).toHaveLength(3);
  });
});

describe('a broker that cannot run', () => {
  it('is logged, and retried until it succeeds', async () => {
    const first = await start();
    const second = await start({ port: first.port });
    expect(second.broker.address).toBeUndefined();
    expect(second.warnings.join()).toContain('EADDRINUSE');
    await first.stop();
    await until(() => second.broker.address !== undefined, 'the port is free');
  });
});
