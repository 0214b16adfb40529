import type { Bus, StateChange } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { SampleCollector, type SampleColumns } from '../samples/sample-columns.ts';
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
  /** Whether a context says more than that the change happened. */
  readonly isInformative: (context: Context) => boolean;
}

/** Samples sent together at most, so that neither sending nor receiving them takes long. */
const SAMPLES_A_BATCH = 500;
/** Samples that may wait for a disk that does not take them: beyond it recording pauses. */
const MAX_UNSAVED = 200_000;

/** Records every change of a recorded entity: collects samples and sends them to the history worker. */
export class Recorder implements Part {
  readonly name = 'recorder';
  private readonly parts: RecorderParts;
  private readonly collector = new SampleCollector();
  private send: (columns: SampleColumns, commit: boolean) => void = () => {};
  private undos: Undo[] = [];
  private cancelTimer: Undo | undefined;
  private unsaved = 0;
  private isFailing = false;
  private isPaused = false;
  /** Whether changes are recorded: the services `recorder.enable` and `disable` set it. */
  isEnabled = true;

  constructor(parts: RecorderParts) {
    this.parts = parts;
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
  }

  /** Sends what was collected, so that the worker's answers include it. */
  flush(): void {
    if (this.collector.size > 0) this.send(this.collector.take(), false);
  }

  /** The outcome of a commit: everything sent before it is durable, or the disk did not take it. */
  committed(error: Error | undefined): void {
    const { log } = this.parts;
    if (error === undefined) {
      this.unsaved = 0;
      if (this.isFailing) log.info('The history is being recorded again');
      this.isFailing = false;
      this.isPaused = false;
      return;
    }
    if (!this.isFailing) log.error('The history could not be saved; trying again', { error });
    this.isFailing = true;
    this.arm();
  }

  private record(change: StateChange, at: number, context: Context): void {
    const { entity_id, old_state: before, new_state: state } = change;
    if (this.isPaused || !this.parts.isRecorded(entity_id)) return;
    // Not between the two changes of a renaming, which `renamed` puts right.
    const isSingle = before !== null && state !== null;
    if (isSingle && this.collector.size >= SAMPLES_A_BATCH) this.flush();
    this.collector.add(entity_id, {
      at: state?.last_updated ?? at,
      changedAt: state?.last_changed ?? at,
      state: state?.state ?? null,
      attributes: this.parts.attributes.textOf(entity_id, state),
      context: this.parts.isInformative(context) ? context : null,
    });
    this.unsaved += 1;
    if (this.isFailing && this.unsaved > MAX_UNSAVED) this.pause();
    this.arm();
  }

  private pause(): void {
    this.isPaused = true;
    this.parts.log.error('Recording is paused until the history can be saved', { unsaved: this.unsaved });
  }

  private arm(): void {
    this.cancelTimer ??= this.parts.clock.after(this.parts.commitInterval, () => {
      this.cancelTimer = undefined;
      this.send(this.collector.take(), true);
    });
  }
}
