import { readFileSync } from 'node:fs';
import type { TestClient, TestHub } from '../support/start-hub.ts';
import type { SteppedClock } from '../support/stepped-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are JSON of many shapes
type Json = any;

/** A row of `automations.jsonl`. */
export interface AutomationRow {
  readonly id: string;
  readonly [key: string]: Json;
}

/** The rows of a file. */
export function readRows(file: string): AutomationRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const HELPERS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['input_boolean', { name: 'Golden switch' }],
  ['input_number', { name: 'Golden number', min: 0, max: 100, step: 1 }],
  ['input_select', { name: 'Golden select', options: ['a', 'b', 'c'] }],
  ['input_text', { name: 'Golden text', max: 100 }],
  ['input_datetime', { name: 'Golden time', has_time: true, has_date: false }],
  ['input_datetime', { name: 'Golden stamp', has_time: true, has_date: true }],
  ['input_button', { name: 'Golden button' }],
  ['counter', { name: 'Golden counter' }],
  ['timer', { name: 'Golden timer', duration: '00:00:10' }],
];

/** Key order does not matter, numbers compare by value. */
function same(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b))
    return false;
  const [left, right] = [Object.keys(a), Object.keys(b)];
  return left.length === right.length && left.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Replays rows against a hub of its own, whose files it writes and whose time it moves. */
export class AutomationRows {
  private readonly hub: TestHub;
  private readonly clock: SteppedClock;
  private client: TestClient | undefined;
  private zone = 'UTC';
  private seen = 0;

  constructor(hub: TestHub, clock: SteppedClock) {
    this.hub = hub;
    this.clock = clock;
  }

  async open(): Promise<void> {
    this.client = await this.hub.connect();
    this.zone = (await this.hub.rest('GET', '/api/config')).json.time_zone;
    for (const [kind, config] of HELPERS) await this.client.must({ type: `${kind}/create`, ...config });
    await this.client.must({ type: 'subscribe_events' });
  }

  /** Plays a row and returns the differences; empty if there are none. */
  async check(row: AutomationRow): Promise<string[]> {
    const bad: string[] = [];
    const uid = `golden_${row.id}_${Math.random().toString(36).slice(2, 8)}`;
    const x = row.expect ?? {};
    const touched = new Set<string>();
    const judge = (what: string, want: Json, have: Json): void => {
      if (!same(want, have))
        bad.push(`${what}: expected ${JSON.stringify(want)} got ${JSON.stringify(have)}`);
    };
    let entity: string | undefined;
    try {
      for (const state of row.states_before ?? []) {
        const filled = this.fill(state, undefined);
        touched.add(filled.entity_id);
        await this.put(filled);
      }
      for (const [key, config] of Object.entries(row.scripts ?? {})) {
        const status = await this.post(
          `script/config/${encodeURIComponent(key)}`,
          this.fill(config, undefined),
        );
        if (row.config_status) judge('config status', x.config_status, status);
        else if (status !== 200) throw new Error('script refused');
      }
      if (row.automation) {
        const config = {
          alias: `Golden ${uid.slice(7)}`,
          description: '',
          ...this.fill(row.automation, undefined),
        };
        const status = await this.post(`automation/config/${uid}`, config);
        if (row.config_status) judge('config status', x.config_status, status);
        else if (status !== 200) throw new Error('automation refused');
        entity = await this.entityOf(uid);
      }
      await this.sleep(30);
      this.seen = this.client?.events.length ?? 0;
      const calls = await this.steps(row, entity, touched, judge);
      if (calls < (x.calls?.length ?? 0)) bad.push('fewer calls than expected');
      const want = x.events ?? [];
      await this.until(() => this.events(row).length >= want.length, 10_000);
      await this.sleep(row.trace || x.state || want.length === 0 ? 150 : 60);
      const got = this.events(row).map((event) => ({
        event_type: event.event_type,
        data: Object.fromEntries(
          Object.entries(event.data ?? {}).map(([key, value]) => [
            key,
            key === 'run_id' ? '$RUN' : value === entity && value ? '$A' : value === uid ? '$ID' : value,
          ]),
        ),
      }));
      judge('events', want, got);
      const none = got.find((event) => x.none_of?.includes(event.event_type));
      if (none) bad.push(`unwanted ${none.event_type}`);
      await this.after(row, { entity, uid, judge });
    } catch (error) {
      bad.push(`a run: ${error instanceof Error ? error.message : String(error)}`);
    }
    await this.clean(row, uid, touched);
    return bad;
  }

  private async steps(
    row: AutomationRow,
    entity: string | undefined,
    touched: Set<string>,
    judge: (what: string, want: Json, have: Json) => void,
  ): Promise<number> {
    let calls = 0;
    for (const raw of row.steps ?? []) {
      const step = this.fill(raw, entity);
      if (step.set) {
        touched.add(step.set.entity_id);
        await this.put(step.set);
      } else if (step.remove) await this.hub.rest('DELETE', `/api/states/${step.remove}`);
      else if (step.event) await this.hub.rest('POST', `/api/events/${step.event[0]}`, step.event[1]);
      else if (step.wait_ms) await this.sleep(step.wait_ms);
      else if (step.webhook) await this.webhook(step.webhook);
      else if (step.call) {
        const query = 'response' in raw ? '?return_response' : '';
        const [domain, service, data] = step.call;
        const path = `/api/services/${domain}/${service}${query}`;
        const answer = await this.whileTimePasses(this.hub.rest('POST', path, data ?? {}));
        if ('status' in raw || 'response' in raw) {
          const response =
            answer.status === 200 && 'response' in raw ? { response: answer.json?.service_response } : {};
          judge(`call ${calls + 1}`, row.expect.calls?.[calls], { status: answer.status, ...response });
          calls += 1;
        } else if (answer.status !== 200)
          throw new Error(`${domain}.${service}: ${answer.status} ${answer.text}`);
      }
    }
    return calls;
  }

  private async after(
    row: AutomationRow,
    {
      entity,
      uid,
      judge,
    }: { entity: string | undefined; uid: string; judge: (what: string, want: Json, have: Json) => void },
  ): Promise<void> {
    const x = row.expect ?? {};
    const me = entity === undefined ? undefined : (await this.hub.rest('GET', `/api/states/${entity}`)).json;
    if (row.state) judge('state', x.state, me.state);
    if (row.attributes)
      judge(
        'attributes',
        x.attributes,
        Object.fromEntries(row.attributes.map((key: string) => [key, me.attributes[key] ?? null])),
      );
    if (row.check_states) {
      const states: Record<string, unknown> = {};
      for (const id of row.check_states) {
        const answer = await this.hub.rest('GET', `/api/states/${id}`);
        states[id] = answer.status === 200 ? answer.json.state : null;
      }
      judge('states', x.states, states);
    }
    if (!row.trace) return;
    const list = await this.client?.must({ type: 'trace/list', domain: 'automation', item_id: uid });
    const last = list.at(-1);
    const trace =
      last &&
      (await this.client?.must({
        type: 'trace/get',
        domain: 'automation',
        item_id: uid,
        run_id: last.run_id,
      }));
    judge(
      'trace',
      x.trace,
      trace
        ? {
            script_execution: trace.script_execution ?? null,
            last_step: trace.last_step ?? null,
            error: 'error' in trace && trace.error !== null,
          }
        : null,
    );
    judge('trace steps', [...(x.trace_steps ?? [])].sort(), Object.keys(trace?.trace ?? {}).sort());
  }

  private async clean(row: AutomationRow, uid: string, touched: ReadonlySet<string>): Promise<void> {
    if (row.automation) await this.hub.rest('DELETE', `/api/config/automation/config/${uid}`);
    for (const key of Object.keys(row.scripts ?? {}))
      await this.hub.rest('DELETE', `/api/config/script/config/${encodeURIComponent(key)}`);
    if ((await this.hub.rest('GET', '/api/states/scene.golden_scene')).status === 200)
      await this.hub.rest('POST', '/api/services/scene/delete', { entity_id: 'scene.golden_scene' });
    for (const id of touched) await this.hub.rest('DELETE', `/api/states/${id}`);
  }

  private async post(path: string, config: Json): Promise<number> {
    return (await this.hub.rest('POST', `/api/config/${path}`, config)).status;
  }

  private async entityOf(uid: string): Promise<string | undefined> {
    const { json } = await this.hub.rest('GET', '/api/states');
    return json.find((state: Json) => state.attributes.id === uid)?.entity_id;
  }

  private async webhook([id, how]: [string, Json]): Promise<void> {
    const body = how.form ?? (how.json === undefined ? undefined : JSON.stringify(how.json));
    const type = how.form ? 'application/x-www-form-urlencoded' : 'application/json';
    await fetch(`${this.hub.url}/api/webhook/${id}${how.query ? `?${how.query}` : ''}`, {
      method: how.method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    });
  }

  private async put(state: Json): Promise<void> {
    const { entity_id, state: text, attributes = {} } = state;
    await this.hub.rest('POST', `/api/states/${entity_id}`, { state: text, attributes });
  }

  private events(row: AutomationRow): Json[] {
    return (this.client?.events ?? [])
      .slice(this.seen)
      .map((message) => message.event)
      .filter((event) => event?.event_type?.startsWith('golden_') || row.watch?.includes(event?.event_type));
  }

  private async until(check: () => boolean, milliseconds: number): Promise<void> {
    for (let passed = 0; !check() && passed < milliseconds; passed += 20) await this.sleep(20);
  }

  /** Waits for a response that may take some time, such as that of a script with a delay. */
  private async whileTimePasses<T>(answer: Promise<T>): Promise<T> {
    let isHere = false;
    const settled = answer.finally(() => {
      isHere = true;
    });
    await this.settle();
    await this.until(() => isHere, 30_000);
    return settled;
  }

  /** Lets time pass from one due moment to the next, and after each lets everything it led to finish. */
  private async sleep(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; ) {
      const step = Math.min(left, Math.max(1, this.clock.untilNext));
      this.clock.advance(step);
      left -= step;
      await this.settle();
    }
  }

  /**
   * A durable write is confirmed after earlier ones, and the response after earlier events: once two are
   * answered in a row, runs have written what they had to write and continued to their next wait.
   */
  private async settle(): Promise<void> {
    for (const value of [1, 2])
      await this.client?.must({ type: 'frontend/set_user_data', key: 'golden', value });
  }

  private fill(value: Json, entity: string | undefined): Json {
    if (Array.isArray(value)) return value.map((one) => this.fill(one, entity));
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.fill(one, entity)]));
    if (typeof value !== 'string' || !value.includes('$')) return value;
    const match = /^\$(TS|ISO|TIME|WD)([+-]\d+)$/.exec(value);
    if (match === null) return value === '$A' ? entity : value;
    const now = Math.floor(this.clock.now() / 1000);
    const n = Number(match[2]);
    if (match[1] === 'TS') return now + n;
    if (match[1] === 'ISO') return new Date((now + n) * 1000).toISOString().replace('.000Z', '+00:00');
    return match[1] === 'TIME' ? this.timeOfDay(now + n) : this.weekday(now + n * 86_400);
  }

  private timeOfDay(seconds: number): string {
    const fields = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone: this.zone, ...fields }).format(seconds * 1000);
  }

  private weekday(seconds: number): string {
    return new Intl.DateTimeFormat('en-US', { timeZone: this.zone, weekday: 'short' })
      .format(seconds * 1000)
      .toLowerCase();
  }
}
