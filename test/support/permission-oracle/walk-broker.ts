import { connectAsync } from 'mqtt';
import type { OracleHome } from './oracle-home.ts';

interface Account {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The topic filters with which broker accounts may publish and subscribe. */
const ACCOUNTS: readonly Account[] = [
  { publish: [], subscribe: [] },
  { publish: ['allowed/#'], subscribe: ['allowed/#'] },
  { publish: ['allowed/one'], subscribe: ['+/one'] },
  { publish: ['+/+/state'], subscribe: ['allowed/+/state'] },
];
const TOPICS = [
  'allowed',
  'allowed/one',
  'allowed/one/state',
  'other/one',
  'other/two/state',
  'oracle/oracle_0',
];

/** Whether a topic matches a filter, by the rules of MQTT 5 [4.7]. */
function fits(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (levels[index] === undefined || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

/**
 * Publishes and subscribes to each topic with accounts of every kind; returns the number of checks and the
 * failures.
 */
export async function walkBroker(home: OracleHome): Promise<{ checks: number; failures: string[] }> {
  const failures: string[] = [];
  const { owner } = home;
  const { port } = await owner.must({ type: 'hearth/mqtt/broker' });
  const password = 'long enough words';
  const heard = new Set<string>();
  await owner.must({ type: 'mqtt/subscribe', topic: '#' });
  for (const [index, rights] of ACCOUNTS.entries()) {
    const username = `oracle${index}`;
    await owner.must({ type: 'hearth/mqtt/users/create', username, password, ...rights });
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username, password });
    client.on('message', (topic, payload) => heard.add(`${topic} ${payload}`));
    await client.subscribeAsync('#').catch(() => {});
    for (const topic of TOPICS) await client.subscribeAsync(topic).catch(() => {});
    for (const filter of ['+/one', 'allowed/#', '+/+/state'])
      await client.subscribeAsync(filter).catch(() => {});
    const word = `from ${username}`;
    for (const topic of TOPICS) await client.publishAsync(topic, word, { qos: 1 }).catch(() => {});
    for (const topic of TOPICS) await home.call('mqtt.publish', { topic, payload: `to ${username}` });
    // The ping is answered after the owner's events; no topic is readable by all accounts.
    await owner.must({ type: 'ping' }).catch(() => {});
    await client.endAsync();
    const said = new Set(
      owner.events.flatMap(({ event }) => (event?.payload === word ? [event.topic as string] : [])),
    );
    for (const topic of TOPICS) {
      const may = (filters: readonly string[]): boolean => filters.some((filter) => fits(filter, topic));
      if (said.has(topic) && !may(rights.publish)) failures.push(`${username} published to ${topic}`);
      if (heard.has(`${topic} to ${username}`) && !may(rights.subscribe))
        failures.push(`${username} heard ${topic}`);
    }
  }
  return { checks: ACCOUNTS.length * TOPICS.length * 2, failures };
}
