import { domainOf } from '../../core/entity-id.ts';
import { seconds } from '../../core/state.ts';
import {
  ALWAYS_WHOLE_DOMAINS,
  SIGNIFICANT_DOMAINS,
  type StateHistoryQuery,
} from '../../core/state-history-query.ts';
import { visibleNames } from '../../entities/visibility/visible-state.ts';
import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { JsonBytes } from './json-bytes.ts';
import { CompressedRows, RestRows, type StateRows } from './state-rows.ts';

/** The most samples that are read between two chunks, so that a reader who has disconnected is noticed. */
const SAMPLES_PER_CHUNK = 20_000;
const ENTITIES_PER_CHUNK = 200;
/** The first and last time that JavaScript can represent. */
const MAX_TIME = 8.64e15;

/** What the query reads. */
interface Reading {
  readonly samples: SampleStore;
  /** Resolves in a later tick of the thread. */
  readonly pause: () => Promise<void>;
}

/** The states of entities in the past as JSON text, in chunks. */
export async function* stateHistory(context: Reading, query: StateHistoryQuery): AsyncGenerator<Uint8Array> {
  yield* new Answer(context, query).chunks();
}

class Answer {
  private readonly context: Reading;
  private readonly query: StateHistoryQuery;
  private readonly out = new JsonBytes();
  private readonly rows: StateRows;
  private readonly shownAttributes: (attributes: string) => string;
  private newest = Number.NEGATIVE_INFINITY;
  /** Samples and entities read since the last chunk. */
  private samplesRead = 0;
  private entitiesRead = 0;

  constructor(context: Reading, query: StateHistoryQuery) {
    this.context = context;
    this.query = query;
    this.rows = query.form === 'rest' ? new RestRows(this.out, query) : new CompressedRows(this.out, query);
    this.shownAttributes = namesOnly(query.namable);
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const { query, out } = this;
    const [open, close] = query.form === 'rest' ? ['[', ']'] : ['{', '}'];
    out.ascii(query.form === 'event' ? '{"states":{' : open);
    for (const [index, entityId] of query.entityIds.entries()) {
      yield* this.entity(entityId, ofEntity(query.after, index), ofEntity(query.before, index));
      this.entitiesRead += 1;
      if (this.entitiesRead < ENTITIES_PER_CHUNK) continue;
      await this.context.pause();
      yield this.chunk();
    }
    if (query.form === 'event') {
      const end = Number.isFinite(this.newest) ? this.newest : query.end;
      out.ascii(`},"start_time":${seconds(query.start)},"end_time":${seconds(end)}`);
    }
    out.ascii(close);
    yield this.chunk();
  }

  private async *entity(entityId: string, after: number, before: number): AsyncGenerator<Uint8Array> {
    const { query, rows, out } = this;
    const { samples } = this.context;
    const domain = domainOf(entityId);
    const isWhole = !query.isMinimal || ALWAYS_WHOLE_DOMAINS.has(domain);
    const isEveryShown = !query.significantOnly || SIGNIFICANT_DOMAINS.has(domain);
    let previous: string | null | undefined;
    const begin = (): void => rows.begin(entityId, ALWAYS_WHOLE_DOMAINS.has(domain));
    const whole = ({ state, attributes, at, changedAt }: Sample): void =>
      rows.whole(state, this.shownAttributes(attributes), at, query.significantOnly ? at : changedAt);
    const inForce = query.hasStart ? await this.inForce(entityId, after) : undefined;
    if (inForce !== undefined) {
      begin();
      rows.atStart(inForce, after);
      this.newest = Math.max(this.newest, after);
      previous = inForce.state;
    }
    const range = { entityIds: [entityId], from: clamp(Math.floor(after) + 1), to: clamp(Math.ceil(before)) };
    for await (const part of samples.read({ ...range, withAttributes: query.hasAttributes })) {
      this.samplesRead += part.samples.length;
      for (const sample of part.samples) {
        if (!isEveryShown && sample.changedAt !== sample.at) continue;
        if (previous === undefined) {
          begin();
          whole(sample);
        } else if (isWhole) whole(sample);
        else if (sample.state === previous) continue;
        else rows.brief(sample.state, sample.at);
        previous = sample.state;
        if (sample.at > this.newest) this.newest = sample.at;
        if (out.isFull) yield this.chunk();
      }
      if (this.samplesRead >= SAMPLES_PER_CHUNK) yield this.chunk();
    }
    if (previous !== undefined) rows.end();
  }

  private async inForce(entityId: string, at: number): Promise<Sample | undefined> {
    const found = await this.context.samples.lastBefore([entityId], clamp(Math.ceil(at)));
    const sample = found.get(entityId);
    return sample && { ...sample, attributes: this.shownAttributes(sample.attributes) };
  }

  /** The bytes written so far; if there are none, a space, which JSON allows where chunks end. */
  private chunk(): Uint8Array {
    this.samplesRead = 0;
    this.entitiesRead = 0;
    if (this.out.isEmpty) this.out.ascii(' ');
    return this.out.take();
  }
}

/** Removes the names of other entities than these from the JSON text of attributes. */
export function namesOnly(namable: readonly string[] | undefined): (attributes: string) => string {
  if (namable === undefined) return (attributes) => attributes;
  const allowed = new Set(namable);
  const viewer = { mayRead: (id: string) => allowed.has(id) };
  let last = '';
  let shown = '';
  return (attributes) => {
    if (attributes === last) return shown;
    const values = JSON.parse(attributes) as Record<string, unknown>;
    const seen = visibleNames(values, viewer);
    last = attributes;
    shown = seen === values ? attributes : JSON.stringify(seen);
    return shown;
  };
}

function ofEntity(times: number | readonly number[], index: number): number {
  return typeof times === 'number' ? times : (times[index] ?? 0);
}

function clamp(time: number): number {
  return Math.min(Math.max(time, -MAX_TIME), MAX_TIME);
}
