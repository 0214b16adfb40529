import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../../../src/integrations/mqtt/client/connection.ts';
import type { Message } from '../../../../src/integrations/mqtt/client/message.ts';
import { WarningLog } from '../../../../src/integrations/mqtt/client/warning-log.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { type Mosquitto, startMosquitto } from '../../../support/mosquitto.ts';
import { RunningClock } from '../../../support/running-clock.ts';
import { until } from '../../../support/until.ts';
import { keepingLog, startMqttHome } from '../mqtt-home.ts';

let broker: Mosquitto;
beforeAll(async () => {
  broker = await startMosquitto();
});
afterAll(() => broker?.stop());

function connect(url: string): Connection {
  const { log } = keepingLog();
  const connection = new Connection({
    address: () => ({ url }),
    clock: new RunningClock(),
    log,
    warnings: new WarningLog(log, new RunningClock()),
  });
  onTestFinished(() => connection.stop('with will'));
  return connection;
}

describe('a connection', () => {
  it('uses MQTT 5 if supported', async () => {
    const connection = connect(broker.url);
    await connection.start();
    await until(() => connection.isConnected);
    expect(connection.protocol).toBe('5');
  });

  it('falls back to 3.1.1 where MQTT 5 is not supported, and receives messages there as well', async () => {
    const aedes = await Aedes.createBroker();
    const server = createServer(aedes.handle);
    await listening(server);
    onTestFinished(() => {
      aedes.close();
      server.close();
    });
    const connection = connect(`mqtt://127.0.0.1:${portOf(server)}`);
    await connection.start();
    await until(() => connection.isConnected);
    expect(connection.protocol).toBe('3.1.1');
    const heard: string[] = [];
    connection.subscriptions.add('a/+', 0, ({ topic }) => heard.push(`+ ${topic}`));
    connection.subscriptions.add('a/b', 0, ({ topic }) => heard.push(topic));
    await until(() => connection.subscriptions.isSettled);
    await connection.publish({ topic: 'a/b', payload: 'x', expiry: 5 });
    await until(() => heard.length >= 2);
    expect(heard.sort()).toEqual(['+ a/b', 'a/b']);
  });

  it('starts with an address its client rejects, logs an error, and continues without a broker', async () => {
    const { log, warnings } = keepingLog();
    const clock = new FakeClock();
    const connection = new Connection({
      address: () => ({ url: 'tcp://127.0.0.1:1', tls: { cert: 'own', key: 'own' } }),
      clock,
      log,
      warnings: new WarningLog(log, clock),
    });
    onTestFinished(() => connection.stop('with will'));
    await connection.start();
    expect(connection.isConnected).toBe(false);
    expect(warnings.join('\n')).toContain('Cannot connect to the broker: Unknown protocol');
    clock.advance(60_000);
    expect(connection.isConnected).toBe(false);
  });

  it('hands a message to each listener once, however filters overlap', async () => {
    const connection = connect(broker.url);
    await connection.start();
    await until(() => connection.isConnected);
    const heard: string[] = [];
    for (const filter of ['over/#', 'over/+', 'over/lap', 'over/lap'])
      connection.subscriptions.add(filter, 0, () => heard.push(filter));
    await until(() => connection.subscriptions.isSettled);
    await connection.publish({ topic: 'over/lap', payload: '1' });
    await connection.publish({ topic: 'over/end', payload: '2' });
    await until(() => heard.length >= 6);
    expect(heard.sort()).toEqual(['over/#', 'over/#', 'over/+', 'over/+', 'over/lap', 'over/lap']);
  });

  it('gives each new listener the retained message once', async () => {
    const connection = connect(broker.url);
    await connection.start();
    await until(() => connection.isConnected);
    await connection.publish({ topic: 'kept', payload: 'old', retain: true });
    const heard: string[][] = [[], []];
    const listen = (i: number) => (message: Message) =>
      heard[i]?.push(`${message.text()} ${message.retained}`);
    connection.subscriptions.add('kept', 0, listen(0));
    await until(() => heard[0]?.length === 1);
    connection.subscriptions.add('kept', 0, listen(1));
    await until(() => heard[1]?.length === 1);
    await connection.publish({ topic: 'kept', payload: 'new', retain: true });
    await until(() => heard[1]?.length === 2);
    expect(heard).toEqual([
      ['old true', 'new false'],
      ['old true', 'new false'],
    ]);
  });

  it('refuses to publish to a wildcard, for which the broker would disconnect it again and again', async () => {
    const connection = connect(broker.url);
    await connection.start();
    await until(() => connection.isConnected);
    for (const topic of ['a/+', '#', '', 'a\0b'])
      await expect(connection.publish({ topic, payload: '' })).rejects.toThrow('topic');
    expect(connection.isConnected).toBe(true);
  });

  it('throws when there is no connection to publish on', async () => {
    const connection = connect('mqtt://127.0.0.1:9');
    await connection.start();
    await expect(connection.publish({ topic: 'a', payload: '' })).rejects.toThrow('no connection');
  });

  it('survives a server that answers with invalid data', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.end(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n\xff\xfe\x00'));
    });
    await listening(server);
    onTestFinished(() => void server.close());
    const connection = connect(`mqtt://127.0.0.1:${portOf(server)}`);
    await connection.start();
    await until(() => sockets.size >= 2);
    expect(connection.isConnected).toBe(false);
  });
});

describe('a broker that goes and comes back', () => {
  it('makes entities unavailable and then as they were; birth and will frame it', async () => {
    const own = await startMosquitto();
    onTestFinished(() => own.stop());
    const home = await startMqttHome(own);
    onTestFinished(() => home.stop());
    await home.discover(
      'switch/s',
      { uniq_id: 's', name: 's', cmd_t: 's/set', stat_t: 's/state' },
      'switch.s',
    );
    home.send('s/state', 'ON');
    await until(() => home.state('switch.s') === 'on');
    await until(() => home.published.some(([topic, text]) => topic.endsWith('/status') && text === 'online'));
    home.births();
    await own.kill();
    await until(() => home.state('switch.s') === 'unavailable');
    await home.call('switch.turn_off', { entity_id: 'switch.s' }); // accepted, and sent nowhere
    await own.start();
    await until(() => home.state('switch.s') === 'on');
    await until(() => home.device.connected);
    await until(() => home.births() >= 1);
    home.send('s/state', 'OFF');
    await until(() => home.state('switch.s') === 'off');
    expect(home.published.some(([topic]) => topic === 's/set')).toBe(false);
  }, 20_000);

  it('informs the devices when the server dies', async () => {
    const home = await startMqttHome(broker);
    await home.mqtt.stop();
    await until(() =>
      home.published.some(([topic, text]) => topic.endsWith('/status') && text === 'offline'),
    );
    await home.stop();
  });
});

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
