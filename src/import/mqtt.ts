import { type Message, message } from '../core/messages.ts';
import { entryOf } from './config-entries.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, numberOf, textOf } from './stored-fields.ts';

const TITLE = 'MQTT';
/** Names of the broker that is an add-on of the other server. */
const ADD_ONS: ReadonlySet<string> = new Set(['core-mosquitto', 'a0d7b954-emqx']);

/** The broker: its entry, under whose ID the devices are registered, and the settings of the connection. */
export async function importMqtt(context: ImportContext): Promise<void> {
  const { stored, plan, report } = context;
  const entries = mapsOf((await stored.data('core.config_entries')).entries);
  const [entry, ...others] = entries.filter(({ domain, source }) => domain === 'mqtt' && source !== 'ignore');
  for (const other of others)
    report.skipped('integration', `mqtt: ${textOf(other.title)}`, message('reason_one_broker'));
  if (entry === undefined) return;
  const data = mapOf(entry.data);
  const name = `mqtt: ${textOf(entry.title) ?? 'broker'}`;
  plan.put('config_entries', String(entry.entry_id), {
    ...entryOf(entry, {}),
    title: TITLE,
    disabled_by: null,
  });
  report.imported('integration', name);
  for (const problem of problemsOf(entry, data)) report.partial('integration', name, problem);
  const host = textOf(data.broker);
  if (host !== null && !ADD_ONS.has(host))
    plan.settings.set('mqtt', settingsOf(data, mapOf(entry.options), host));
}

function problemsOf(entry: Fields, data: Fields): Message[] {
  const host = textOf(data.broker) ?? '?';
  const certificates = ['certificate', 'client_cert', 'client_key'].filter(
    (key) => textOf(data[key]) !== null && data[key] !== 'auto',
  );
  return [
    ...(ADD_ONS.has(host) ? [message('reason_broker_is_add_on', { host })] : []),
    ...(certificates.length > 0
      ? [message('reason_broker_certificates', { names: certificates.join(', ') })]
      : []),
    ...(data.transport === 'websockets' ? [message('reason_broker_websocket')] : []),
    ...(entry.disabled_by === null ? [] : [message('reason_now_enabled')]),
    ...mapsOf(entry.subentries).map((one) =>
      message('reason_mqtt_device', { name: textOf(one.title) ?? '?' }),
    ),
  ];
}

function settingsOf(data: Fields, options: Fields, host: string): string {
  const isTls = textOf(data.certificate) !== null || data.tls_insecure === true || data.port === 8883;
  const address = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const lines = [
    ['url', `${isTls ? 'mqtts' : 'mqtt'}://${address}:${numberOf(data.port) ?? 1883}`],
    ['username', textOf(data.username)],
    ['password', textOf(data.password)],
    ['discovery_prefix', textOf(options.discovery_prefix) ?? textOf(data.discovery_prefix)],
  ] as const;
  const set = lines.filter(([, value]) => value !== null && value !== '');
  return `mqtt:\n${set.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`).join('')}`;
}
