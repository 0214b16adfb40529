import { isoTime } from '../../core/clock.ts';
import { seconds } from '../../core/state.ts';
import type { StateHistoryQuery } from '../../core/state-history-query.ts';
import type { Sample } from '../samples/sample.ts';
import type { JsonBytes } from './json-bytes.ts';
import { TimeWriter } from './time-writer.ts';

/** Writes the rows of an answer in one of its forms. */
export interface StateRows {
  /** Before the first row of an entity. */
  begin(entityId: string, isAlwaysWhole: boolean): void;
  /** After its last row. */
  end(): void;
  /** Writes a complete row; `changedAt` differs from `at` only where that is shown. */
  whole(state: string | null, attributes: string, at: number, changedAt: number): void;
  /** The state in force at the start, shown with the time of the start. */
  atStart(sample: Sample, start: number): void;
  /** Writes a row with only its state and time. */
  brief(state: string | null, at: number): void;
}

type Shape = Pick<StateHistoryQuery, 'isMinimal' | 'hasAttributes'>;

/** Compressed states: `{"s": …, "a": …, "lu": …}`. */
export class CompressedRows implements StateRows {
  private readonly out: JsonBytes;
  private readonly times: TimeWriter;
  private readonly shape: Shape;
  /** Domains that are always whole have attributes, even if they are empty. */
  private hasKey = true;
  private isFirstEntity = true;
  private isFirstRow = true;

  constructor(out: JsonBytes, shape: Shape) {
    this.out = out;
    this.times = new TimeWriter(out);
    this.shape = shape;
  }

  begin(entityId: string, isAlwaysWhole: boolean): void {
    const { isMinimal, hasAttributes } = this.shape;
    this.hasKey = hasAttributes || !isMinimal || isAlwaysWhole;
    this.out.ascii(this.isFirstEntity ? '' : ',');
    this.out.quoted(entityId);
    this.out.ascii(':[');
    this.isFirstEntity = false;
    this.isFirstRow = true;
  }

  end(): void {
    this.out.ascii(']');
  }

  whole(state: string | null, attributes: string, at: number, changedAt: number): void {
    this.open(state, attributes);
    this.times.seconds(at);
    if (changedAt !== at) {
      this.out.ascii(',"lc":');
      this.times.seconds(changedAt);
    }
    this.out.ascii('}');
  }

  atStart({ state, attributes }: Sample, start: number): void {
    this.open(state, attributes);
    this.out.ascii(`${seconds(start)}}`);
  }

  brief(state: string | null, at: number): void {
    this.state(state);
    this.out.ascii(',"lu":');
    this.times.seconds(at);
    this.out.ascii('}');
  }

  private open(state: string | null, attributes: string): void {
    const { out } = this;
    this.state(state);
    if (this.hasKey) {
      out.ascii(',"a":');
      if (this.shape.hasAttributes) out.repeated(attributes);
      else out.ascii('{}');
    }
    out.ascii(',"lu":');
  }

  private state(state: string | null): void {
    this.out.ascii(this.isFirstRow ? '{"s":' : ',{"s":');
    this.isFirstRow = false;
    if (state === null) this.out.ascii('null');
    else this.out.quoted(state);
  }
}

/** The states of `GET /api/history/period`. */
export class RestRows implements StateRows {
  private readonly out: JsonBytes;
  private readonly times: TimeWriter;
  private readonly shape: Shape;
  private head = '';
  private isFirstEntity = true;
  private isFirstRow = true;

  constructor(out: JsonBytes, shape: Shape) {
    this.out = out;
    this.times = new TimeWriter(out);
    this.shape = shape;
  }

  begin(entityId: string): void {
    this.head = `{"entity_id":${JSON.stringify(entityId)},"state":`;
    this.out.ascii(this.isFirstEntity ? '[' : ',[');
    this.isFirstEntity = false;
    this.isFirstRow = true;
  }

  end(): void {
    this.out.ascii(']');
  }

  whole(state: string | null, attributes: string, at: number, changedAt: number): void {
    this.open(state, attributes);
    this.times.iso(changedAt);
    this.out.ascii(',"last_updated":');
    this.times.iso(at);
    this.out.ascii('}');
  }

  atStart({ state, attributes }: Sample, start: number): void {
    const time = isoTime(start);
    this.open(state, attributes);
    this.out.quoted(time);
    this.out.ascii(',"last_updated":');
    this.out.quoted(time);
    this.out.ascii('}');
  }

  brief(state: string | null, at: number): void {
    this.separate();
    this.out.ascii('{"state":');
    // A removal is empty text only in whole rows.
    if (state === null) this.out.ascii('null');
    else this.out.quoted(state);
    this.out.ascii(',"last_changed":');
    this.times.iso(at);
    this.out.ascii('}');
  }

  private open(state: string | null, attributes: string): void {
    const { out } = this;
    this.separate();
    out.ascii(this.head);
    out.quoted(state ?? '');
    out.ascii(',"attributes":');
    if (this.shape.hasAttributes) out.repeated(attributes);
    else out.ascii('{}');
    out.ascii(',"last_changed":');
  }

  private separate(): void {
    if (!this.isFirstRow) this.out.ascii(',');
    this.isFirstRow = false;
  }
}
