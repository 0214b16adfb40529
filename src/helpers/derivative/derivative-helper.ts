import { z } from 'zod';
import type { Undo } from '../../core/clock.ts';
import type { State } from '../../core/state.ts';
import { textSchema } from '../../domains/definition/field.ts';
import { ComputedSensor, type SensorTraits } from '../entries/computed-sensor.ts';
import type { EntryKind, EntryParts, HelperSource, OpenHelper } from '../entries/entry-kind.ts';
import { entityIdSchema, fileDurationSchema, oneOf, singleFileForm } from '../entries/file-form.ts';
import type { FormValues } from '../entries/form.ts';
import { durationField, type FormField, numberField, selectField, textField } from '../entries/form-field.ts';
import { lengthOf } from '../entries/length-of.ts';
import { fittingClass, PREFIXES, prefixChoices, TIME_UNITS } from '../entries/metric.ts';
import { changeOfSourceField, sourceField } from '../entries/source-field.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { sourceNumber, sourceText } from '../entries/source-number.ts';
import { Derivative } from './derivative.ts';

const RATES: Readonly<Record<string, string>> = {
  energy: 'power',
  energy_storage: 'power',
  data_size: 'data_rate',
  distance: 'speed',
  water: 'volume_flow_rate',
  gas: 'volume_flow_rate',
  volume: 'volume_flow_rate',
  volume_storage: 'volume_flow_rate',
};

/** Python rounds to any number of decimals; a double has no more. */
const MAX_DIGITS = 15;

const own: readonly FormField[] = [
  numberField(
    'round',
    { min: 0, max: 6, unit_of_measurement: 'decimals', translation_key: 'round' },
    { initial: 2 },
  ),
  durationField('time_window', { enable_second: true }),
  selectField('unit_prefix', { options: prefixChoices(Object.keys(PREFIXES)) }, { isOptional: true }),
  selectField(
    'unit_time',
    { options: Object.keys(TIME_UNITS), translation_key: 'time_unit' },
    { initial: 'h' },
  ),
  durationField('max_sub_interval', { allow_negative: false, enable_second: true }, { isOptional: true }),
];

/** `derivative`: a sensor of the rate at which another one changes. */
export const derivativeHelper: EntryKind = {
  domain: 'derivative',
  title: 'Derivative',
  version: [1, 4],
  config: [{ id: 'user', isLast: true, fields: () => [textField('name'), sourceField('source'), ...own] }],
  options: [
    {
      id: 'init',
      isLast: true,
      fields: (entered, parts) => [changeOfSourceField('source', entered, parts), ...own],
    },
  ],
  file: singleFileForm('sensor', {
    name: ({ source }) => `${String(source)} derivative`,
    fields: {
      source: entityIdSchema,
      round: z.int().min(0).max(MAX_DIGITS).default(3),
      unit_prefix: oneOf(Object.keys(PREFIXES)).optional(),
      unit_time: oneOf(Object.keys(TIME_UNITS)).default('h'),
      unit: textSchema.optional(),
      time_window: fileDurationSchema.optional(),
      max_sub_interval: fileDurationSchema.optional(),
    },
  }),
  open: (source, parts) => new DerivativeHelper(source, parts),
};

class DerivativeHelper implements OpenHelper {
  private readonly parts: EntryParts;
  private readonly options: FormValues;
  private readonly sourceId: string;
  private readonly derivative: Derivative;
  private readonly interval: number;
  private readonly sensor: ComputedSensor;
  private readonly undos: Undo[];
  private cancel: Undo = () => {};

  constructor(source: HelperSource, parts: EntryParts) {
    const { options } = source;
    const { unit_time: time = 'h', unit_prefix: prefix } = options;
    this.parts = parts;
    this.options = options;
    this.sourceId = sourceIdOf(options.source, parts.registry);
    const factor = (TIME_UNITS[String(time)] ?? 1) / (PREFIXES[String(prefix)] ?? 1);
    this.derivative = new Derivative({ factor, window: lengthOf(options.time_window) });
    this.interval = lengthOf(options.max_sub_interval);
    const state = parts.states.get(this.sourceId);
    const { sourceId } = this;
    const form = { platform: 'derivative', sourceId, traits: this.traitsOf(state), restores: true };
    this.sensor = new ComputedSensor(source, parts, form);
    const restored = Number(this.sensor.values.value ?? 0);
    this.derivative.value = Number.isFinite(restored) ? restored : 0;
    if (this.accept(state)) this.report();
    this.undos = [
      parts.watch.follow([this.sourceId], (after, before) => this.changed(after, before)),
      parts.watch.followReports([this.sourceId], (same, at, before) => this.reported(same, at, before)),
    ];
  }

  close(): void {
    this.cancel();
    for (const undo of this.undos) undo();
    this.sensor.remove();
  }

  private changed(after: State | null, before: State | null): void {
    this.cancel();
    const value = this.accept(after) ? sourceNumber(after) : undefined;
    if (after === null || value === undefined) return;
    const { unit } = this.sensor;
    this.sensor.show(this.traitsOf(after));
    if (unit !== this.sensor.unit) {
      this.derivative.reset();
      this.report();
      return;
    }
    const earlier = sourceNumber(before);
    if (before !== null) {
      const first = earlier === undefined ? undefined : { value: earlier, at: before.last_reported };
      this.derivative.take({ value, at: after.last_updated }, first, isMeter(after));
    }
    this.report();
    this.schedule();
  }

  /** An unchanged value is a slope of zero, which matters unless the derivative is zero. */
  private reported(state: State, at: number, before: number): void {
    this.cancel();
    const value = this.accept(state) ? sourceNumber(state) : undefined;
    if (value === undefined || this.derivative.value === 0) return;
    this.derivative.take({ value, at }, { value, at: before }, false);
    this.report();
    this.schedule();
  }

  /** Whether the source shows a number; otherwise the sensor says so. */
  private accept(state: State | null | undefined): boolean {
    if (state == null || state.state === 'unavailable') {
      this.sensor.setUnavailable();
      return false;
    }
    if (sourceNumber(state) !== undefined) return true;
    this.derivative.lose();
    this.report();
    return false;
  }

  private schedule(): void {
    if (this.interval === 0) return;
    this.cancel = this.parts.clock.after(this.interval, () => {
      this.derivative.continueUntil(this.parts.clock.now());
      this.report();
      if (this.derivative.value !== 0) this.schedule();
    });
  }

  private report(): void {
    const { value } = this.derivative;
    const text = value === null ? null : value.toFixed(Number(this.options.round ?? 3));
    this.sensor.report({ value: text }, { source: this.sourceId });
  }

  private traitsOf(state: State | null | undefined): SensorTraits {
    if (state == null) return { stateClass: 'measurement' };
    const { unit_time: time = 'h', unit_prefix: prefix, unit: given } = this.options;
    const sourceUnit = sourceText(state, 'unit_of_measurement') ?? '';
    const sourceClass = sourceText(state, 'device_class') ?? '';
    const isEnergy = sourceClass === 'energy' || sourceClass === 'energy_storage';
    const isPower = isEnergy && time === 'h' && sourceUnit.endsWith('Wh');
    const derived = isPower ? sourceUnit.slice(0, -1) : `${sourceUnit}/${String(time)}`;
    const unit = typeof given === 'string' ? given : `${String(prefix ?? '')}${derived}`;
    return { unit, stateClass: 'measurement', deviceClass: fittingClass(RATES[sourceClass], unit) };
  }
}

function isMeter({ attributes }: State): boolean {
  return attributes.state_class === 'total_increasing';
}
