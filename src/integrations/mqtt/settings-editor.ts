import { join } from 'node:path';
import { z } from 'zod';
import { fault, reasonOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { withoutUser } from '../../core/redact.ts';
import { expectedOf } from '../../core/schema-error.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { FileWrite, RecordedFiles } from '../../storage/changes/recorded-files.ts';
import { textAt } from '../../storage/changes/whole-file.ts';
import { isTagText } from '../../storage/yaml/write-value.ts';
import { brokerAddress } from './broker-address.ts';
import { MQTT_SETTINGS, type MqttValues } from './settings.ts';

/** As much of the context of the integration as the editor uses. */
interface Context {
  readonly settings: { readonly mqtt: MqttValues; readonly dataDir: string };
  readSettings(): Promise<{
    readonly settings: { readonly mqtt: MqttValues };
    readonly outside: ReadonlySet<string>;
  }>;
  readonly log: Log;
  readonly files: Pick<RecordedFiles, 'write'>;
}
type Tree = Record<string, unknown>;

/** How often an edit is repeated because the file was changed concurrently. */
const ATTEMPTS = 3;
const SETTINGS_FILE = 'hearth.yaml';
/** What is recorded of the settings: their name. */
const NAME = JSON.stringify({ name: 'MQTT' });

type Text = string | null | undefined;

/** Settings of MQTT as a form sends them; null removes one, a missing key leaves it unchanged. */
interface MqttRequest {
  readonly url?: Text;
  readonly username?: Text;
  readonly password?: Text;
  readonly tls?: { readonly ca?: Text; cert?: Text; key?: Text; insecure?: boolean | undefined } | undefined;
}

/** What `mqttSettingsEditor` returns. */
export type MqttSettingsEditor = ReturnType<typeof mqttSettingsEditor>;

/**
 * Reads and changes the MQTT settings in `hearth.yaml` and tests brokers. A new address applies at once if
 * MQTT runs; the discovery topics and the embedded broker stay as they were at the start.
 */
export function mqttSettingsEditor(context: Context, move?: (settings: MqttValues) => Promise<void>) {
  const file = join(context.settings.dataDir, SETTINGS_FILE);
  let running = context.settings.mqtt;
  const changes = new SerialQueue();
  const change = async (leaves: readonly Leaf[]): Promise<void> => {
    await write(context, file, leaves);
    const { mqtt } = (await readNow(context)).settings;
    if (move === undefined || isSame(mqtt, running) || !isOnlyMoved(running, mqtt)) return;
    running = mqtt;
    await move(mqtt);
  };
  return {
    read: async () => {
      const { settings, outside } = await readNow(context);
      const paths = [...outside].filter((path) => path.startsWith('mqtt.'));
      return view(spread(settings.mqtt), paths, !isSame(settings.mqtt, running));
    },
    write: (request: MqttRequest): Promise<void> => {
      const leaves = leavesOf(request);
      for (const [path, value] of leaves) check(path, value);
      return changes.run(() => change(leaves));
    },
    attempt: async (request: MqttRequest) => {
      const { settings } = await readNow(context);
      const address = addressIn(request, spread(settings.mqtt));
      const { tryBroker } = await import('./client/try-broker.ts');
      return tryBroker(await brokerAddress(address, context.log.named('mqtt')));
    },
  };
}

/** A file with mistakes is mended by hand: nothing is written into it. */
async function readNow({ readSettings }: Context): ReturnType<Context['readSettings']> {
  try {
    return await readSettings();
  } catch (error) {
    const reason = reasonOf(error);
    throw fault('invalid_format', 'settings_cannot_be_read', { reason });
  }
}

async function write(context: Context, file: string, leaves: readonly Leaf[]): Promise<void> {
  // The tools for YAML come with the first edit.
  const { changeValue } = await import('../../storage/yaml/change-value.ts');
  const { valueOfText } = await import('../../storage/yaml/file-edits.ts');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { settings, outside } = await readNow(context);
    const text = await textAt(file);
    const before = (text === null ? null : valueOfText(text)) ?? {};
    const all = [...movedOut(settings.mqtt, outside), ...leaves];
    const after = all.reduce((tree, leaf) => withLeaf(tree, leaf), before as Tree);
    const changed = changeValue(text ?? '', { at: [], value: after as never });
    if (changed === text) return;
    if (await record(context, { path: file, name: SETTINGS_FILE, expected: text, text: changed })) return;
  }
  throw fault('conflict', 'settings_file_busy');
}

/** Only that the settings were changed is recorded: they have the password of the broker. */
function record({ files }: Context, file: FileWrite): Promise<boolean> {
  const part = { kind: 'private', name: 'settings', id: SETTINGS_FILE } as const;
  const what = { ...part, before: NAME, after: NAME, isSecret: true };
  return files.write(file, what);
}

/** A setting below `mqtt` by its path, with null for none. */
type Leaf = readonly [path: readonly string[], value: unknown];

function leavesOf(request: MqttRequest): Leaf[] {
  return Object.entries(request).flatMap(([key, value]): Leaf[] => {
    if (value === undefined || key === 'id' || key === 'type') return [];
    if (typeof value !== 'object' || value === null) return [[[key], value]];
    return Object.entries(value).flatMap(([inner, one]): Leaf[] =>
      one === undefined ? [] : [[[key, inner], one]],
    );
  });
}

function schemaOf(path: readonly string[]): z.ZodType | undefined {
  let found: unknown = MQTT_SETTINGS.mqtt;
  for (const key of path) found = (found as Tree)[key];
  return found instanceof z.ZodType ? found : undefined;
}

function check(path: readonly string[], value: unknown): void {
  // Unquoted it would be read as a tag, and the configuration would become unreadable.
  if (typeof value === 'string' && isTagText(value))
    throw fault('invalid_format', 'mqtt_setting_is_yaml_tag', { path: path.join('.') });
  const result = value === null ? undefined : schemaOf(path)?.safeParse(value);
  const [issue] = result?.error?.issues ?? [];
  if (issue !== undefined)
    throw fault('invalid_format', 'invalid_mqtt_setting', {
      path: path.join('.'),
      expected: expectedOf(issue),
    });
}

/** Default values are not written where the file had none. */
function withLeaf(tree: Tree, [path, value]: Leaf): Tree {
  const isDefault = schemaOf(path)?.safeParse(undefined).data === value;
  const put = (below: Tree, [key = '', ...rest]: readonly string[]): Tree => {
    const { [key]: now, ...others } = below;
    if (rest.length > 0) {
      const inner = put((now ?? {}) as Tree, rest);
      if (Object.keys(inner).length > 0) return { ...below, [key]: inner };
      return now === undefined ? below : others;
    }
    if (value === null || value === '') return others;
    return isDefault && now === undefined ? below : { ...below, [key]: value };
  };
  return put(tree, ['mqtt', ...path]);
}

function view(
  { url, username, password, discovery_prefix, tls, broker }: MqttValues,
  outside: readonly string[],
  needs_restart: boolean,
) {
  const { enabled, host, port, anonymous } = broker;
  return {
    url: url ?? null,
    username: username ?? null,
    has_password: password !== undefined,
    discovery_prefix,
    tls: { ca: tls.ca ?? null, cert: tls.cert ?? null, key: tls.key ?? null, insecure: tls.insecure },
    broker: { enabled, host, port, anonymous },
    outside,
    needs_restart,
  };
}

/** The settings to test; the saved password is only sent to the host and user it was saved for. */
function addressIn(request: MqttRequest, saved: MqttValues): MqttValues & { readonly url: string } {
  const url = request.url === undefined ? saved.url : (request.url ?? undefined);
  if (url === undefined) throw fault('invalid_format', 'no_broker_address');
  for (const [path, value] of leavesOf(request)) check(path, value);
  const username = request.username === undefined ? saved.username : (request.username ?? undefined);
  const isKnown = saved.url !== undefined && hostOf(saved.url) === hostOf(url) && saved.username === username;
  const password = request.password === undefined ? (isKnown ? saved.password : undefined) : request.password;
  const { ca, cert, key, insecure } = { ...saved.tls, ...request.tls };
  return {
    ...saved,
    url,
    username,
    password: password ?? undefined,
    tls: {
      ca: ca ?? undefined,
      cert: cert ?? undefined,
      key: key ?? undefined,
      insecure: insecure === true,
    },
  };
}

/** The settings with user name and password moved out of the URL. */
function spread(mqtt: MqttValues): MqttValues {
  if (mqtt.url === undefined) return mqtt;
  const { username, password } = new URL(mqtt.url);
  if (username === '' && password === '') return mqtt;
  return {
    ...mqtt,
    url: withoutUser(mqtt.url),
    username: mqtt.username ?? decodeURIComponent(username),
    password: mqtt.password ?? decodeURIComponent(password),
  };
}

/**
 * The additional edits where the URL in the file has credentials: forms show them separately. Values from
 * variables and flags are not written.
 */
function movedOut(mqtt: MqttValues, outside: ReadonlySet<string>): Leaf[] {
  if (outside.has('mqtt.url')) return [];
  const own = (key: 'username' | 'password') => (outside.has(`mqtt.${key}`) ? undefined : mqtt[key]);
  const { url, username, password } = spread({
    ...mqtt,
    username: own('username'),
    password: own('password'),
  });
  if (url === mqtt.url) return [];
  return Object.entries({ url, username, password }).map(([key, value]): Leaf => [[key], value ?? null]);
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** The address and credentials of the broker. */
const ADDRESS: ReadonlySet<string> = new Set(['url', 'username', 'password', 'tls']);

/** Whether only the address differs between settings, and the new ones have a broker. */
function isOnlyMoved(before: MqttValues, now: MqttValues): boolean {
  const others = Object.keys({ ...before, ...now }).filter(
    (key) => !ADDRESS.has(key),
  ) as (keyof MqttValues)[];
  const hasBroker = now.url !== undefined || before.broker.enabled;
  return hasBroker && others.every((key) => isSame(before[key], now[key]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
