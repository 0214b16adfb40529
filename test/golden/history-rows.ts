import { expect } from 'vitest';
import { isoTime } from '../../src/core/clock.ts';
import type { TestClient, TestHub } from '../support/start-hub.ts';
import type { SteppedClock } from '../support/stepped-clock.ts';
import { until } from '../support/until.ts';

type Json = Readonly<Record<string, unknown>>;

/** One step of a row; it does one of these things. */
export interface HistoryStep {
  readonly set?: readonly [entity: string, state: string, attributes?: Json];
  readonly as?: string;
  readonly remove?: string;
  readonly wait?: number;
  readonly mark?: string;
  readonly ws?: Json;
  readonly get?: string;
  readonly sub?: Json;
  readonly unsub?: string;
  readonly merged?: string;
  readonly bounds?: boolean;
  readonly expect?: Json;
}

export interface HistoryRow {
  readonly id: string;
  readonly strict?: boolean;
  readonly steps: readonly HistoryStep[];
}

/** Milliseconds between two changes of a row. */
const GAP = 25;
/** After which all changes of a subscription were sent. */
const SETTLED = 1000;

/** Plays one row of `history.jsonl`, with entities of its own. */
export class HistoryPlay {
  private readonly hub: TestHub;
  private readonly client: TestClient;
  private readonly clock: SteppedClock;
  private readonly row: HistoryRow;
  private readonly tag: string;
  private readonly marks = new Map<string, number>();
  private readonly subscriptions = new Map<string, number>();
  private count = 0;

  constructor(on: { hub: TestHub; client: TestClient; clock: SteppedClock }, row: HistoryRow, tag: string) {
    this.hub = on.hub;
    this.client = on.client;
    this.clock = on.clock;
    this.row = row;
    this.tag = tag;
  }

  async play(): Promise<void> {
    for (const step of this.row.steps) {
      // Rows ask for times a little after a change.
      if (step.set === undefined) await this.clock.sleep(GAP);
      await this.step(step);
    }
  }

  private async step(step: HistoryStep): Promise<void> {
    if (step.set !== undefined) await this.set(step.set, step.as);
    else if (step.remove !== undefined)
      await this.hub.rest('DELETE', `/api/states/${this.fill(step.remove)}`);
    else if (step.wait !== undefined) await this.clock.sleep(step.wait);
    else if (step.mark !== undefined) this.marks.set(step.mark, this.clock.now());
    else if (step.sub !== undefined) {
      const answer = await this.client.ask(this.fill(step.sub) as Record<string, unknown>);
      this.subscriptions.set('a', answer.id);
      this.compare(step, shownAnswer(answer));
    } else if (step.unsub !== undefined) {
      const subscription = this.subscriptions.get(step.unsub);
      this.compare(step, shownAnswer(await this.client.ask({ type: 'unsubscribe_events', subscription })));
    } else if (step.merged !== undefined) await this.merged(step, step.merged);
    else if (step.ws !== undefined)
      this.compare(step, shownAnswer(await this.client.ask(this.fill(step.ws) as Record<string, unknown>)));
    else if (step.get !== undefined) {
      const { status, json } = await this.hub.rest('GET', String(this.fill(step.get)).replaceAll('+', '%2B'));
      this.compare(step, { status, ...(status === 200 ? { body: json } : { message: json.message }) });
    } else throw new Error(`This step of ${this.row.id} is unknown: ${JSON.stringify(step)}`);
  }

  private async set([entity, state, attributes = {}]: readonly [string, string, Json?], as?: string) {
    await this.clock.sleep(GAP);
    const path = `/api/states/${this.fill(entity)}`;
    const { json } = await this.hub.rest('POST', path, { state, attributes });
    this.count += 1;
    this.marks.set(as ?? String(this.count), Date.parse(json.last_updated));
  }

  /** What a subscription has brought so far. */
  private async merged(step: HistoryStep, name: string): Promise<void> {
    const id = this.subscriptions.get(name);
    const events = (): Json[] => this.client.events.filter((one) => one.id === id).map((one) => one.event);
    await until(() => events().length > 0, 'the past arrived');
    const isLive = (event: Json): boolean => !('start_time' in event);
    await this.clock.sleep(SETTLED);
    if (step.expect?.live === true) await until(() => events().some(isLive), 'a change arrived');
    const rows: Record<string, unknown[]> = {};
    for (const event of events())
      for (const [entity, own] of Object.entries(event.states as Record<string, unknown[]>)) {
        rows[entity] ??= [];
        rows[entity].push(...own);
      }
    const [first = {}] = events();
    const bounds = step.bounds === true ? { start_time: first.start_time, end_time: first.end_time } : {};
    this.compare(step, {
      merged: rows,
      first: { keys: Object.keys(first).sort(), ...bounds },
      live: events().some(isLive),
    });
  }

  private compare({ expect: expected = {} }: HistoryStep, seen: Json): void {
    for (const [key, value] of Object.entries(expected)) {
      const wanted = this.fill(value);
      if (key === 'error' && Array.isArray(wanted)) expect(wanted).toContain(seen.error);
      else if (this.row.strict === true) expect({ [key]: seen[key] }).toEqual({ [key]: matching(wanted) });
      else expect({ [key]: withoutNull(seen[key]) }).toEqual({ [key]: matching(withoutNull(wanted)) });
    }
  }

  /** Replaces the placeholders for names and times in a row. */
  private fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [String(this.fill(key)), this.fill(one)]),
      );
    if (typeof value !== 'string') return value;
    const whole = /^\$([ts])([a-z]?\d*)([+-]\d+)?$/.exec(value);
    if (whole?.[1] === 's') return this.timeOf(whole[2], whole[3]) / 1000;
    return value
      .replace(
        /\$E(\d*)(?::([a-z_]+))?/g,
        (_, number, domain = 'sensor') => `${domain}.row_${this.tag}_${number}e`,
      )
      .replace(/\$t(\d+)([+-]\d+)?/g, (_, mark, delta) => isoTime(this.timeOf(mark, delta)));
  }

  private timeOf(mark = '', delta = '0'): number {
    const at = this.marks.get(mark);
    if (at === undefined) throw new Error(`${this.row.id} has no mark ${mark}`);
    return Math.round(at * 1000 + Number(delta) * 1000) / 1000;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers have any shape
function shownAnswer(answer: any): Json {
  return answer.success
    ? { result: answer.result }
    : { error: answer.error.code, message: answer.error.message };
}

/** `$ANY` stands for something; times are compared to the microsecond. */
function matching(value: unknown): unknown {
  if (value === '$ANY') return expect.anything();
  if (typeof value === 'number' && !Number.isInteger(value)) return expect.closeTo(value, 5);
  if (Array.isArray(value)) return value.map(matching);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, matching(one)]));
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNull(one)]));
}
