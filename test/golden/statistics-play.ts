import { expect } from 'vitest';
import { type TestClient, type TestHub, testTime } from '../support/start-hub.ts';

type Json = Readonly<Record<string, unknown>>;
type Values = readonly [a: number, b: number, c?: number, d?: number] | number;

interface Series extends Readonly<Partial<Record<'mean' | 'min' | 'max' | 'state' | 'sum', Values>>> {
  readonly from: string;
  readonly n: number;
  /** In hours. */
  readonly step?: number;
  readonly skip?: readonly number[];
  readonly last_reset?: string;
}

/** One step of a row about statistics; it does one of these things. */
export interface StatisticsStep {
  readonly set?: readonly [entity: string, state: string, attributes?: Json];
  readonly import?: {
    readonly id?: string;
    readonly meta: Json;
    readonly stats?: readonly (readonly [start: string, values: Json])[];
    readonly series?: Series | readonly Series[];
  };
  readonly do?: { readonly ws: Json };
  readonly ws?: Json;
  /** The state of an entity. */
  readonly state?: string;
  /** A name for the present time, which these rows do not use. */
  readonly mark?: string;
  readonly call?: readonly [domain: string, service: string, data: Json];
  readonly response?: boolean;
  readonly expect?: Json;
}

export interface StatisticsRow {
  readonly id: string;
  readonly strict?: boolean;
  readonly steps: readonly StatisticsStep[];
}

const HOUR = 3_600_000;
const VALUES = ['mean', 'min', 'max', 'state', 'sum'] as const;
const METADATA = { has_sum: false, mean_type: 0, name: null, unit_class: null, unit_of_measurement: null };

/** Plays one row of `history.jsonl` that is about statistics, with statistics of its own. */
export class StatisticsPlay {
  private readonly hub: TestHub;
  private readonly client: TestClient;
  private readonly row: StatisticsRow;
  private readonly tag: string;

  constructor(on: { hub: TestHub; client: TestClient }, row: StatisticsRow, tag: string) {
    this.hub = on.hub;
    this.client = on.client;
    this.row = row;
    this.tag = `row_${tag}`;
  }

  async play(): Promise<void> {
    for (const step of this.row.steps) await this.step(this.fill(step) as StatisticsStep);
  }

  private async step(step: StatisticsStep): Promise<void> {
    if (step.set !== undefined) {
      const [entity, state, attributes = {}] = step.set;
      await this.hub.rest('POST', `/api/states/${entity}`, { state, attributes });
    } else if (step.import !== undefined) await this.client.must(this.importOf(step.import));
    else if (step.do !== undefined) await this.client.must(step.do.ws);
    else if (step.ws !== undefined) {
      const { success, result, error } = await this.client.ask(step.ws);
      this.compare(step, success ? { result } : { error: error.code, message: error.message });
    } else if (step.call !== undefined) {
      const [domain, service, data] = step.call;
      const path = `/api/services/${domain}/${service}${step.response === true ? '?return_response' : ''}`;
      const { status, json } = await this.hub.rest('POST', path, data);
      this.compare(step, { status, response: status === 200 ? json.service_response : undefined });
    } else if (step.state !== undefined) {
      const { json } = await this.hub.rest('GET', `/api/states/${step.state}`);
      this.compare(step, { state: json.state });
    } else if (step.mark === undefined)
      throw new Error(`This step of ${this.row.id} is unknown: ${JSON.stringify(step)}`);
  }

  private importOf({
    id = `${this.tag}:s`,
    meta,
    stats = [],
    series = [],
  }: Required<StatisticsStep>['import']) {
    const source = id.includes(':') ? id.split(':')[0] : 'recorder';
    const whole: Json = { ...METADATA, source, statistic_id: id, ...meta };
    const metadata = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== '$DROP'));
    const rows = [series].flat().flatMap(rowsOf);
    return {
      type: 'recorder/import_statistics',
      metadata,
      stats: [...rows, ...stats.map(([start, values]) => ({ start, ...values }))],
    };
  }

  private compare({ expect: expected = {} }: StatisticsStep, seen: Json): void {
    for (const [key, wanted] of Object.entries(expected)) {
      const isStrict = this.row.strict === true;
      if (key === 'error' && Array.isArray(wanted)) expect(wanted).toContain(seen.error);
      else
        expect({ [key]: isStrict ? seen[key] : withoutNull(seen[key]) }).toEqual({
          [key]: matching(isStrict ? wanted : withoutNull(wanted)),
        });
    }
  }

  /** Replaces the placeholders for names and times in a row. */
  private fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [
          key.startsWith('$') && key.length > 3 && !key.includes(':') ? key : String(this.fill(key)),
          this.fill(one),
        ]),
      );
    if (typeof value !== 'string') return value;
    const hour = Math.floor(testTime.now() / HOUR) * HOUR;
    return value
      .replace(
        /\$E(\d*)(?::([a-z_]+))?/g,
        (_, number, domain = 'sensor') => `${domain}.${this.tag}_${number}e`,
      )
      .replace(/\$S(\d*)(?![A-Za-z])/g, (_, number) => `${this.tag}:s${number}`)
      .replace(/\$R(?![A-Za-z])/g, this.tag)
      .replace(/\$H([+-]\d+)?/g, (_, hours = '0') =>
        new Date(hour + Number(hours) * HOUR).toISOString().replace('Z', '000+00:00'),
      );
  }
}

/** Value k is a + b·k + c·(k mod d), with six decimals. */
function rowsOf(series: Series): Json[] {
  const from = Date.parse(series.from);
  return Array.from({ length: series.n }, (_, k) => k)
    .filter((k) => series.skip?.includes(k) !== true)
    .map((k) => {
      const values = VALUES.flatMap((name) => {
        const given = series[name];
        if (given === undefined) return [];
        if (typeof given === 'number') return [[name, given]];
        const [a, b, c = 0, d = 1] = given;
        return [[name, Number((a + b * k + c * (k % d)).toFixed(6))]];
      });
      const start = new Date(from + k * (series.step ?? 1) * HOUR).toISOString();
      const reset = series.last_reset === undefined ? {} : { last_reset: series.last_reset };
      return { start, ...Object.fromEntries(values), ...reset };
    });
}

/** Numbers are equal to nine digits; `$some` and `$keys` are conditions on an object. */
function matching(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : nearly(value);
  if (Array.isArray(value)) return value.map(matching);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*\+00:00$/.test(value)) return sameTime(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('$some' in value) {
    const { $some: some } = value;
    if (Array.isArray(some)) return expect.arrayContaining(some.map(matching));
    return expect.objectContaining(matching(some) as Record<string, unknown>);
  }
  if ('$keys' in value) {
    const keys = value.$keys as readonly string[];
    return Object.fromEntries(keys.map((key) => [key, expect.anything()]));
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, matching(one)]));
}

function nearly(value: number): unknown {
  const digits = 9 - Math.max(0, Math.ceil(Math.log10(Math.abs(value))));
  return expect.closeTo(value, digits);
}

function sameTime(text: string): unknown {
  return expect.stringContaining(new Date(text).toISOString().slice(0, 19));
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNull(one)]));
}
