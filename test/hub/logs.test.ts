import { expect, test } from 'vitest';
import { openLogFile } from '../../src/storage/log-file.ts';
import { startTestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('administrators choose the level of the log of a part, for this run, the next one or always', async () => {
  const folder = tempFolder();
  const clock = new SteppedClock();
  const start = () => {
    const logFile = openLogFile({ folder, level: 'info', clock, screen: { write: () => {} } });
    return startTestHub({}, folder, clock, { logFile });
  };
  const levels = async (hub: Awaited<ReturnType<typeof start>>) => {
    const client = await hub.connect();
    const list: { domain: string; level: number }[] = await client.must({ type: 'logger/log_info' });
    const of = new Map(list.map(({ domain, level }) => [domain, level]));
    return [of.get('light'), of.get('history'), of.get('energy'), of.get('sensor')];
  };
  let hub = await start();
  try {
    const client = await hub.connect();
    await client.must({ type: 'subscribe_events', event_type: 'logging_changed' });
    const choose = (integration: string, level: string, persistence: string) =>
      client.must({ type: 'logger/integration_log_level', integration, level, persistence });
    await choose('light', 'DEBUG', 'none');
    await choose('history', 'ERROR', 'once');
    await choose('energy', 'WARNING', 'permanent');
    await client.event(({ event }) => event?.event_type === 'logging_changed');
    expect(await levels(hub)).toEqual([10, 40, 30, 20]);
    const unknown = { integration: 'nonsense', level: 'DEBUG', persistence: 'none' };
    expect((await client.ask({ type: 'logger/integration_log_level', ...unknown })).error.code).toBe(
      'not_found',
    );
    await hub.stop();
    hub = await start();
    expect(await levels(hub)).toEqual([20, 40, 30, 20]);
    await hub.stop();
    hub = await start();
    expect(await levels(hub)).toEqual([20, 20, 30, 20]);
    const again = await hub.connect();
    const module = 'homeassistant.components.energy';
    await again.must({ type: 'logger/log_level', module, level: 'NOTSET', persistence: 'none' });
    expect(await levels(hub)).toEqual([20, 20, 20, 20]);
    await hub.rest('POST', '/api/services/logger/set_level', { light: 'critical' });
    await hub.rest('POST', '/api/services/logger/set_default_level', { level: 'warning' });
    expect(await levels(hub)).toEqual([40, 30, 30, 30]);
    expect((await hub.rest('POST', '/api/services/logger/set_level', { light: 'loud' })).status).toBe(400);
  } finally {
    await hub.stop();
  }
});

test('administrators follow the lines of the log, of all parts or of one', async () => {
  const folder = tempFolder();
  const clock = new SteppedClock();
  const logFile = openLogFile({ folder, level: 'info', clock, screen: { write: () => {} } });
  const hub = await startTestHub({}, folder, clock, { logFile });
  try {
    logFile.log.named('oracle').warn('before');
    const client = await hub.connect();
    const all = await client.ask({ type: 'system_log/subscribe_raw' });
    const one = await client.ask({ type: 'system_log/subscribe_raw', integration: 'oracle' });
    const first = await client.event(({ id }) => id === one.id);
    expect(first.event).toEqual([expect.stringMatching(/WARN oracle: before$/)]);
    logFile.log.named('oracle').info('after');
    logFile.log.named('other').info('after');
    await clock.sleep(1000);
    const isLater = ({ id, event }: { id: number; event: string[] }, wanted: number) =>
      id === wanted && event.some((line) => line.includes('after'));
    const lines = await client.event((message) => isLater(message, one.id));
    expect(lines.event).toEqual([expect.stringMatching(/INFO oracle: after$/)]);
    const every = await client.event((message) => isLater(message, all.id));
    expect(every.event).toHaveLength(2);
  } finally {
    await hub.stop();
  }
});
