import { type Clock, isoTime, type Undo } from '../../core/clock.ts';
import { decimalOf } from '../../core/coerce.ts';
import { domainOf } from '../../core/entity-id.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { floatText } from '../../domains/definition/number-text.ts';
import type { EntryParts } from '../entries/entry-kind.ts';
import { characteristicOf } from './characteristics.ts';
import { type BufferLimits, MAX_SAMPLES, SampleBuffer } from './sample-buffer.ts';
import { type ShownAs, shownAs } from './shown-as.ts';

/** What a statistics sensor computes. */
export interface StatisticsSettings {
  readonly sourceId: string;
  readonly characteristic: string;
  readonly limits: BufferLimits;
  readonly precision: number;
  readonly percentile: number;
}

/** More decimals than numbers have. */
const MAX_DECIMALS = 15;
/** Samples that expire within this time are dropped together. */
const EXPIRY_STEP = 1000;
const LONGEST_WAIT = 3_600_000;

interface Sample {
  readonly state: string;
  readonly at: number;
  readonly unit: string | null;
}

/** A characteristic of the newest states of a source, from their history and from then on. */
export class StatisticsReading {
  readonly isBinary: boolean;
  private readonly settings: StatisticsSettings;
  private readonly parts: EntryParts;
  private readonly changed: () => void;
  private readonly buffer: SampleBuffer;
  private readonly undos: Undo[];
  /** The samples that arrive until the history is read; undefined afterwards. */
  private waiting: Sample[] | undefined = [];
  private isValid: boolean | null = null;
  private undoExpiry: Undo | undefined;
  private isClosed = false;
  isAvailable = true;
  shown: ShownAs;

  constructor(settings: StatisticsSettings, parts: EntryParts, changed: () => void) {
    const { sourceId, limits } = settings;
    this.settings = settings;
    this.parts = parts;
    this.changed = changed;
    this.isBinary = domainOf(sourceId) === 'binary_sensor';
    this.buffer = new SampleBuffer(limits);
    this.shown = this.shownAs(parts.states.get(sourceId));
    this.undos = [
      parts.watch.follow([sourceId], (state) => {
        if (state !== null) this.take(state, state.last_updated);
      }),
      parts.watch.followReports([sourceId], (state) => this.take(state, state.last_reported)),
    ];
    this.fill().catch((error) => parts.log.error(`The statistics of ${sourceId} failed`, { error }));
  }

  /** Null if it is unknown. */
  get value(): string | null {
    const { characteristic, percentile, precision } = this.settings;
    const value = characteristicOf(characteristic, this.isBinary, this.buffer, percentile);
    if (value === null) return null;
    if (characteristic.startsWith('datetime')) return isoTime(value);
    if (characteristic.startsWith('count')) return String(value);
    const rounded = roundHalfEven(value, Math.min(precision, MAX_DECIMALS));
    return precision === 0 ? String(rounded) : floatText(rounded);
  }

  get attributes(): Readonly<Record<string, unknown>> {
    return { ...this.buffer.attributes, source_value_valid: this.isValid };
  }

  close(): void {
    this.isClosed = true;
    this.undoExpiry?.();
    for (const undo of this.undos) undo();
  }

  private async fill(): Promise<void> {
    const { clock, pastStates, log, states } = this.parts;
    const { sourceId, limits } = this.settings;
    const now = clock.now();
    const past = await pastStates
      ?.newest({
        entityId: sourceId,
        from: limits.maxAge === undefined ? 0 : Math.max(now - limits.maxAge, 0),
        to: now + 1,
        limit: Math.min(limits.size ?? MAX_SAMPLES, MAX_SAMPLES),
      })
      .catch((error) => {
        log.warn(`The statistics of ${sourceId} begin without its history`, { error });
        return [];
      });
    if (this.isClosed) return;
    const reported = this.waiting ?? [];
    this.waiting = undefined;
    const present = states.get(sourceId);
    // An entity that is not recorded has its present state at least.
    const known = past?.length || reported.length || !present ? (past ?? []) : [sampleOf(present)];
    const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    for (const sample of [...known, ...reported.filter(({ at }) => at > last)]) this.add(sample);
    this.update();
  }

  private take(state: State, at: number): void {
    this.shown = this.shownAs(state);
    const sample = { ...sampleOf(state), at };
    if (this.waiting !== undefined) {
      this.waiting.push(sample);
      return;
    }
    this.add(sample);
    this.update();
  }

  private add({ state, at, unit }: Sample): void {
    this.isAvailable = state !== UNAVAILABLE;
    if (!this.isAvailable || state === '') {
      this.isValid = null;
      return;
    }
    const value = this.isBinary ? binaryOf(state) : decimalOf(state);
    this.isValid = state !== UNKNOWN && value !== undefined;
    if (value !== undefined && this.isValid) this.buffer.add(value, at, unit);
  }

  private update(): void {
    const { clock } = this.parts;
    this.buffer.expire(clock.now());
    this.waitForExpiry(clock);
    this.changed();
  }

  private waitForExpiry(clock: Clock): void {
    this.undoExpiry?.();
    const { expiry } = this.buffer;
    if (expiry === undefined) return;
    const due = Math.ceil(expiry / EXPIRY_STEP) * EXPIRY_STEP;
    const wait = Math.min(Math.max(due - clock.now(), 1), LONGEST_WAIT);
    this.undoExpiry = clock.after(wait, () => this.update());
  }

  private shownAs(state: State | undefined): ShownAs {
    return shownAs(this.settings.characteristic, this.isBinary, state?.attributes ?? {});
  }
}

function sampleOf({ state, last_updated: at, attributes }: State): Sample {
  const { unit_of_measurement: unit } = attributes;
  return { state, at, unit: typeof unit === 'string' ? unit : null };
}

function binaryOf(state: string): number | undefined {
  return state === 'on' ? 1 : state === 'off' ? 0 : undefined;
}
