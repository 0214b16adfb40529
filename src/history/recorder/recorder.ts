import type { Bus, StateChange } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { Sample } from '../samples/sample.ts';
import { SampleCollector, type SampleColumns } from '../samples/sample-columns.ts';
import type { DownsampleIntervals } from './downsample-intervals.ts';
import { Downsampler } from './downsampler.ts';
import type { RecordedAttributes } from './recorded-attributes.ts';

/** The dependencies of `Recorder`. */
export interface RecorderParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between two commits. */
  readonly commitInterval: number;
  /** Which entities are recorded. */
  readonly isRecorded: (entityId: string) => boolean;
  readonly attributes: RecordedAttributes;
  readonly intervals: DownsampleIntervals;
  /** Whether a context says more than that the change happened. */
  readonly isInformative: (context: Context) => boolean;
}

/** Samples sent together at most, so that neither sending nor receiving them takes long. */
const SAMPLES_PER_BATCH = 500;
/** The most samples kept while the disk rejects them; beyond it, recording pauses. */
const MAX_UNSAVED = 200_000;

/** Up to this interval in milliseconds, full batches are committed as they are sent. */
const SHORT_INTERVAL = 1000;

/** Milliseconds between attempts to save them: each attempt encodes all of them. */
const RETRY_INTERVAL = 5000;

/** Records every change of a recorded entity: collects samples and sends them to the history worker. */
export class Recorder implements Part {
  readonly name = 'recorder';
  private readonly parts: RecorderParts;
  private readonly collector = new SampleCollector();
  private readonly downsampler: Downsampler;
  private send: (columns: SampleColumns, commit: boolean) => void = () => {};
  private undos: Undo[] = [];
  private cancelTimer: Undo | undefined;
  private unsaved = 0;
  /** Whether the outcome of a commit is not known yet. */
  private isCommitting = false;
  private isFailing = false;
  private isPaused = false;
  /** Changes that were not recorded because of a pause. */
  private lost = 0;
  /** Whether changes are recorded: the services `recorder.enable` and `disable` set it. */
  isEnabled = true;

  constructor(parts: RecorderParts) {
    this.parts = parts;
    this.downsampler = new Downsampler(parts.clock, (entityId, sample) => this.collect(entityId, sample));
  }

  /** Where samples go, once the history worker runs. */
  connect(send: (columns: SampleColumns, commit: boolean) => void): void {
    this.send = send;
  }

  start(): void {
    const { bus } = this.parts;
    this.undos = [
      bus.on('state_changed', ({ change, firedAt, context }) => {
        if (change !== null && this.isEnabled) this.record(change, firedAt, context);
      }),
      // From here on entities are removed because their integrations stop, not because anything happened.
      bus.on('homeassistant_final_write', () => this.endRecording()),
    ];
  }

  stop(): void {
    this.endRecording();
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.flush();
  }

  /**
   * Calls `rename` between the samples of the old id and those of the new one. What the renaming itself wrote, the
   * removal of the old id, is not recorded.
   */
  renamed(from: string, to: string, rename: () => void): void {
    this.downsampler.flush(from);
    const ofNew = this.collector.takeOf(to);
    const ofOld = this.collector.takeOf(from);
    for (const sample of ofOld.at(-1)?.state === null ? ofOld.slice(0, -1) : ofOld)
      this.collector.add(from, sample);
    this.flush();
    rename();
    for (const sample of ofNew) this.collector.add(to, sample);
  }

  private endRecording(): void {
    for (const undo of this.undos.splice(0)) undo();
    this.downsampler.flushAll();
  }

  /** Sends what was collected, so that the worker's answers include it. */
  flush(): void {
    if (this.collector.size > 0) this.send(this.collector.take(), false);
  }

  /** The outcome of a commit: everything sent before it is durable, or the disk rejected it. */
  committed(error: Error | undefined): void {
    this.isCommitting = false;
    if (error === undefined) {
      this.unsaved = 0;
      if (this.isFailing) this.parts.log.info('The history is being recorded again', { lost: this.lost });
      this.isFailing = false;
      this.isPaused = false;
      this.lost = 0;
      return;
    }
    this.failed(error);
  }

  /** Something of the history could not be written. Logged once until a commit succeeds, which is tried from now on. */
  failed(error: Error): void {
    // The only line about it, whatever follows: a full disk must not fill the log as well.
    if (!this.isFailing)
      this.parts.log.warn(
        'The history cannot be saved. Recording pauses if that lasts, and resumes by itself',
        {
          waiting_at_most: MAX_UNSAVED,
          ...reasonOf(error),
        },
      );
    this.isFailing = true;
    this.arm();
  }

  private record(change: StateChange, at: number, context: Context): void {
    const { entity_id, old_state: before, new_state: state } = change;
    const { isRecorded, intervals } = this.parts;
    if (!isRecorded(entity_id)) return;
    if (this.isPaused) {
      this.lost += 1;
      return;
    }
    // Not between the two changes of a rename, which `renamed` handles.
    const isSingle = before !== null && state !== null;
    if (isSingle && this.collector.size >= SAMPLES_PER_BATCH) this.sendBatch();
    const sample = {
      at: state?.last_updated ?? at,
      changedAt: state?.last_changed ?? at,
      state: state?.state ?? null,
      attributes: this.parts.attributes.textOf(entity_id, state),
      context: this.parts.isInformative(context) ? context : null,
    };
    const interval = intervals.isUsed ? intervals.of(entity_id) : 0;
    if (interval > 0) this.downsampler.take(entity_id, sample, interval);
    else this.collect(entity_id, sample);
  }

  /**
   * Sends a full batch. In a busy home it is committed at once, one commit at a time, so that less than the interval is
   * lost even if the machine is too busy to commit in time; a home with a long interval has asked for few commits.
   */
  private sendBatch(): void {
    if (this.isCommitting || this.isFailing || this.parts.commitInterval > SHORT_INTERVAL) this.flush();
    else this.commit();
  }

  private commit(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.isCommitting = true;
    this.send(this.collector.take(), true);
  }

  private collect(entityId: string, sample: Sample): void {
    this.collector.add(entityId, sample);
    this.unsaved += 1;
    this.isPaused = this.isFailing && this.unsaved >= MAX_UNSAVED;
    this.arm();
  }

  private arm(): void {
    const { clock, commitInterval } = this.parts;
    const delay = this.isFailing ? Math.max(commitInterval, RETRY_INTERVAL) : commitInterval;
    this.cancelTimer ??= clock.after(delay, () => this.commit());
  }
}

/** A full disk says all in one line; what is not expected comes with its stack. */
function reasonOf(error: Error): object {
  return error instanceof HubError ? { reason: error.message } : { error };
}
