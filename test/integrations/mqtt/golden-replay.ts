import { readFileSync } from 'node:fs';
import type { Undo } from '../../../src/core/clock.ts';
import { until } from '../../support/until.ts';
import type { startMqttHome } from './mqtt-home.ts';

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;
type Payload = unknown;
type Published = readonly [topic: string, payload: Payload];

/** The expectations for an entity. */
interface Expectation {
  readonly entity_id?: string;
  readonly entity?: string;
  readonly state?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly attributes_absent?: readonly string[];
  readonly absent?: boolean;
}

interface Step extends Expectation {
  readonly publish?: readonly [topic: string, payload: Payload, options?: { readonly retain?: boolean }];
  readonly call?: readonly [domain: string, service: string, data: Record<string, unknown>];
  readonly error?: string;
  readonly published?: readonly Published[];
  readonly event?: readonly [type: string, data: Readonly<Record<string, unknown>>];
  readonly trigger?: unknown;
  readonly get?: unknown;
  readonly within?: number;
  /** The expectations for several entities. */
  readonly entities?: readonly Expectation[];
}

/** A line of `mqtt.jsonl`; its format is described beside the recordings. */
export interface MqttRow {
  readonly id: string;
  readonly component: string;
  readonly before?: readonly (readonly [string, Payload, { readonly retain?: boolean }?])[];
  readonly discovery: Discovery | readonly Discovery[];
  readonly expect_entity?: Expectation | readonly Expectation[];
  readonly refused?: boolean;
  readonly expect_registry?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly Step[];
}

interface Discovery {
  readonly topic: string;
  readonly payload: Payload;
  readonly retain?: boolean;
}

/**
 * The recorded rows: the original ones, those at the edges of each component's config, messages and
 * services, those of a home with US units, and those of devices with Tasmota.
 */
export function mqttRows(name: 'mqtt' | 'mqtt-edges' | 'mqtt-us' | 'tasmota' = 'mqtt'): readonly MqttRow[] {
  const text = readFileSync(new URL(`../../golden/${name}.jsonl`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as MqttRow);
}

/** Plays a row against a home and returns the first mismatch; undefined if there is none. */
export async function replay(home: MqttHome, row: MqttRow): Promise<string | undefined> {
  const replayed = new Replay(home, row);
  try {
    return await replayed.run();
  } finally {
    replayed.clear();
  }
}

/** Topics by which devices announce themselves. */
const DISCOVERY = /^(homeassistant|tasmota\/discovery)\//;
/** Queries sent to Tasmota devices some time after they appear. */
const QUESTION = /^cmnd\/[^/]+\/(STATE|STATUS)$/;

class Replay {
  private readonly home: MqttHome;
  private readonly row: MqttRow;
  private readonly sent = new Set<string>();
  private readonly hearNoMore: Undo;
  private readonly events: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];

  constructor(home: MqttHome, row: MqttRow) {
    this.home = home;
    this.row = row;
    this.hearNoMore = home.bus.onAll(({ type, data }) => this.events.push({ type, data }));
  }

  async run(): Promise<string | undefined> {
    const { home, row } = this;
    for (const [topic, payload, options] of row.before ?? []) this.send(topic, payload, options?.retain);
    if (row.before !== undefined) await home.pass();
    for (const { topic, payload, retain } of list(row.discovery)) this.send(topic, payload, retain);
    await home.pass();
    await home.pass(); // the first config has subscribed to its topics by now
    if (row.refused === true && this.entities().length > 0) return `refused, but there is ${this.entities()}`;
    for (const expected of list(row.expect_entity ?? [])) {
      const problem = await this.holds(expected, expected.entity_id, 4000);
      if (problem !== undefined) return `discovery: ${problem}`;
    }
    const registered = this.registered();
    if (registered !== undefined) return registered;
    // Messages before the subscription are lost, and a step that expects no change would not notice.
    await until(() => home.mqtt.connection.subscriptions.isSettled, 'all topics are subscribed to');
    for (const [i, step] of (row.steps ?? []).entries()) {
      const problem = await this.step(step);
      if (problem !== undefined) return `step ${i + 1}: ${problem}`;
    }
    return undefined;
  }

  /** Removes everything the row created. */
  clear(): void {
    this.hearNoMore();
    for (const topic of this.sent) this.home.send(topic, '', true);
  }

  private send(topic: string, payload: Payload, retain?: boolean): void {
    if (DISCOVERY.test(topic) || retain === true) this.sent.add(topic);
    this.home.send(topic, bytes(payload), retain);
  }

  private entities(): string[] {
    return [...this.home.states.all()]
      .map((state) => state.entity_id)
      .filter((id) => id.includes(this.row.id));
  }

  private registered(): string | undefined {
    const { expect_registry: wanted, expect_entity: first } = this.row;
    if (wanted === undefined) return undefined;
    const id = (wanted.entity_id as string | undefined) ?? list(first ?? [])[0]?.entity_id ?? '';
    const entry = this.home.registry.get(id);
    const { device, ...own } = wanted;
    if (!isSubset(own, entry)) return `registry ${JSON.stringify(own)}, got ${JSON.stringify(entry)}`;
    const found = this.home.devices.get(entry?.device_id ?? '');
    return device === undefined || isSubset(device, found)
      ? undefined
      : `device, got ${JSON.stringify(found)}`;
  }

  private async step(step: Step): Promise<string | undefined> {
    const id = step.entity ?? list(this.row.expect_entity ?? [])[0]?.entity_id;
    const from = this.home.published.length;
    if (step.publish !== undefined) await this.publish(step, id);
    if (step.event !== undefined && !this.hasHappened(step.event))
      return `no event ${JSON.stringify(step.event)}`;
    if (step.call !== undefined) {
      const [domain, service, data] = step.call;
      const error = await this.home.call(`${domain}.${service}`, data).then(
        () => undefined,
        (thrown: { readonly code?: string }) => thrown.code ?? String(thrown),
      );
      if (error !== step.error) return `error ${step.error}, got ${error}`;
      const problem = await this.published(step.published, from);
      if (problem !== undefined) return problem;
    }
    return this.allHold(step, id, step.within ?? 2000);
  }

  /** A subscription may still be pending: the message is repeated until the expectations hold. */
  private async publish(step: Step, id: string | undefined): Promise<void> {
    const [topic, payload, options] = step.publish ?? ['', ''];
    for (let tries = 0; tries < 6; tries += 1) {
      this.send(topic, payload, options?.retain);
      await this.home.pass();
      if ((await this.allHold(step, id, 350)) === undefined && (await this.happens(step.event, 350))) return;
    }
  }

  private async happens(event: Step['event'], within: number): Promise<boolean> {
    if (event === undefined) return true;
    for (let left = within; !this.hasHappened(event) && left > 0; left -= 10) await pause(10);
    return this.hasHappened(event);
  }

  private hasHappened([type, data]: readonly [string, Readonly<Record<string, unknown>>]): boolean {
    return this.events.some((event) => event.type === type && isSubset(data, event.data));
  }

  private async published(
    wanted: readonly Published[] | undefined,
    from: number,
  ): Promise<string | undefined> {
    if (wanted === undefined) return undefined;
    const mine = new RegExp(`(^|/)${this.row.id}(/|$)`);
    const state = new Set((this.row.steps ?? []).flatMap(({ publish }) => (publish ? [publish[0]] : [])));
    const got = (): [string, string][] =>
      this.home.published
        .slice(from)
        .filter(([topic]) => mine.test(topic) && !state.has(topic) && !QUESTION.test(topic));
    for (let tries = 0; tries < 1000 && got().length < wanted.length; tries += 1) await pause(10);
    await this.home.pass();
    const left = got();
    for (const [topic, payload] of wanted) {
      const at = left.findIndex(([one, text]) => one === topic && isPayload(payload, text));
      if (at < 0) return `published ${JSON.stringify(wanted)}, got ${JSON.stringify(got())}`;
      left.splice(at, 1);
    }
    return left.length === 0 ? undefined : `published ${JSON.stringify(left)} besides`;
  }

  private async allHold(step: Step, id: string | undefined, within: number): Promise<string | undefined> {
    for (const one of step.entities ?? []) {
      const problem = await this.holds(one, one.entity_id, within);
      if (problem !== undefined) return `${one.entity_id}: ${problem}`;
    }
    return this.holds(step, id, within);
  }

  private async holds(
    wanted: Expectation,
    id: string | undefined,
    within: number,
  ): Promise<string | undefined> {
    let problem = this.mismatch(wanted, id);
    for (let left = within; problem !== undefined && left > 0; left -= 10) {
      await pause(10);
      problem = this.mismatch(wanted, id);
    }
    return problem;
  }

  private mismatch(wanted: Expectation, id: string | undefined): string | undefined {
    const state = this.home.states.get(id ?? '');
    if (wanted.absent === true) return state === undefined ? undefined : `${id} is still there`;
    const says = wanted.state ?? wanted.attributes ?? wanted.attributes_absent;
    if (says === undefined) return undefined;
    if (state === undefined) return `there is no ${id}`;
    const now = state.toJSON() as { readonly attributes: Readonly<Record<string, unknown>> };
    if (wanted.state !== undefined && !isSame(wanted.state, state.state))
      return `state ${JSON.stringify(wanted.state)}, got ${state.state}`;
    for (const [name, value] of Object.entries(wanted.attributes ?? {}))
      if (!isSame(value, now.attributes[name]))
        return `${name} ${JSON.stringify(value)}, got ${JSON.stringify(now.attributes[name])}`;
    const left = wanted.attributes_absent?.find((name) => name in now.attributes);
    return left === undefined ? undefined : `${left} is still there`;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function list<T>(one: T | readonly T[]): readonly T[] {
  return Array.isArray(one) ? (one as readonly T[]) : [one as T];
}

function bytes(payload: Payload): string | Buffer {
  if (typeof payload === 'string') return payload;
  const { hex, ...rest } = payload as { readonly hex?: string };
  const isHex = hex !== undefined && Object.keys(rest).length === 0;
  return isHex ? Buffer.from(hex, 'hex') : JSON.stringify(payload);
}

function isPayload(wanted: unknown, text: string): boolean {
  if (typeof wanted !== 'object' || wanted === null || !('json' in wanted)) return wanted === text;
  try {
    return isSame(wanted.json, JSON.parse(text));
  } catch {
    return false;
  }
}

function isSame(wanted: unknown, got: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(got) && wanted.length === got.length && wanted.every((one, i) => isSame(one, got[i]))
    );
  if (typeof wanted !== 'object' || wanted === null) return wanted === got;
  const keys = Object.keys(wanted);
  const pattern = (wanted as { readonly re?: unknown }).re;
  if (keys.length === 1 && typeof pattern === 'string')
    return typeof got === 'string' && new RegExp(pattern).test(got);
  const isObject = typeof got === 'object' && got !== null && !Array.isArray(got);
  return isObject && keys.length === Object.keys(got).length && isSubset(wanted, got);
}

function isSubset(wanted: unknown, got: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isSame(wanted, got);
  if (typeof got !== 'object' || got === null) return false;
  const pairs = Object.entries(wanted);
  return pairs.every(([key, value]) => isSubset(value, (got as Record<string, unknown>)[key]));
}
