import { z } from 'zod';
import type { Undo } from '../../core/clock.ts';
import { decimalOf } from '../../core/coerce.ts';
import type { State } from '../../core/state.ts';
import { numberText } from '../../domains/definition/number-text.ts';
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
import { Integral, METHODS, type Method } from './integral.ts';

/** The device classes of sums that a user can choose. */
const SUM_CLASSES = [
  ...['area', 'data_size', 'distance', 'duration', 'energy', 'gas', 'monetary', 'precipitation'],
  ...['reactive_energy', 'volume', 'water', 'weight'],
];

const SUM_PREFIXES = ['k', 'M', 'G', 'T'];
/** Python rounds to any number of decimals; a double has no more. */
const MAX_DIGITS = 15;

const isOptional = true;
const method = selectField(
  'method',
  { options: METHODS, translation_key: 'method' },
  { initial: 'trapezoidal' },
);
const own: readonly FormField[] = [
  method,
  numberField('round', { min: 0, max: 6 }, { isOptional }),
  durationField('max_sub_interval', { allow_negative: false, enable_second: true }, { isOptional }),
  selectField(
    'device_class',
    { options: SUM_CLASSES, mode: 'dropdown', translation_key: 'device_class', sort: true },
    { isOptional },
  ),
];

const unitFields: readonly FormField[] = [
  selectField('unit_prefix', { options: prefixChoices(SUM_PREFIXES), mode: 'dropdown' }, { isOptional }),
  selectField(
    'unit_time',
    { options: Object.keys(TIME_UNITS), mode: 'dropdown', translation_key: 'unit_time' },
    { initial: 'h' },
  ),
];

/** `integration`: a sensor of the sum of another one over time, such as energy of a power. */
export const integrationHelper: EntryKind = {
  domain: 'integration',
  title: 'Integral',
  version: [1, 2],
  config: [
    {
      id: 'user',
      isLast: true,
      fields: () => [textField('name'), ...unitFields, sourceField('source'), ...own],
    },
  ],
  options: [
    {
      id: 'init',
      isLast: true,
      fields: (entered, parts) => [changeOfSourceField('source', entered, parts), ...own],
    },
  ],
  file: singleFileForm('sensor', {
    name: ({ source }) => `${String(source)} integral`,
    fields: {
      source: entityIdSchema,
      method: oneOf(METHODS).default('trapezoidal'),
      round: z.int().min(0).max(MAX_DIGITS).default(3),
      unit_prefix: oneOf(SUM_PREFIXES).optional(),
      unit_time: oneOf(Object.keys(TIME_UNITS)).default('h'),
      max_sub_interval: fileDurationSchema.optional(),
      device_class: oneOf(SUM_CLASSES).optional(),
    },
  }),
  open: (source, parts) => new IntegrationHelper(source, parts),
};

class IntegrationHelper implements OpenHelper {
  private readonly parts: EntryParts;
  private readonly options: FormValues;
  private readonly sourceId: string;
  private readonly integral: Integral;
  private readonly interval: number;
  private readonly sensor: ComputedSensor;
  private readonly undos: Undo[];
  private cancel: Undo = () => {};
  /** Until when a silent source was added already, in milliseconds since 1970. */
  private addedUntil = 0;

  constructor(source: HelperSource, parts: EntryParts) {
    const { options } = source;
    const { unit_time: time = 'h', unit_prefix: prefix } = options;
    this.parts = parts;
    this.options = options;
    this.sourceId = sourceIdOf(options.source, parts.registry);
    this.interval = lengthOf(options.max_sub_interval);
    const state = parts.states.get(this.sourceId);
    const { sourceId } = this;
    const form = { platform: 'integration', sourceId, traits: this.traitsOf(state), restores: true };
    this.sensor = new ComputedSensor(source, parts, form);
    const { sum } = this.sensor.values;
    const seconds = (TIME_UNITS[String(time)] ?? 1) * (PREFIXES[String(prefix)] ?? 1);
    const restored = typeof sum === 'string' ? (decimalOf(sum) ?? null) : null;
    this.integral = new Integral(options.method as Method, seconds, restored);
    if (state == null || state.state === 'unavailable') this.sensor.setUnavailable();
    else this.report();
    this.schedule(state);
    this.undos = [
      parts.watch.follow([this.sourceId], (after, before) => this.changed(after, before)),
      parts.watch.followReports([this.sourceId], (same, at, before) => {
        this.next(same, { elapsed: at - before, before: sourceNumber(same) });
      }),
    ];
  }

  close(): void {
    this.cancel();
    for (const undo of this.undos) undo();
    this.sensor.remove();
  }

  private changed(after: State | null, before: State | null): void {
    if (after === null || after.state === 'unavailable') {
      this.cancel();
      this.sensor.setUnavailable();
      return;
    }
    this.sensor.show(this.traitsOf(after));
    const elapsed = before === null ? undefined : after.last_updated - before.last_reported;
    this.next(after, { elapsed, before: sourceNumber(before) });
  }

  /**
   * Adds the time since the previous state, without the part that was already added while the source was
   * silent.
   */
  private next(state: State, { elapsed, before }: Elapsed): void {
    this.cancel();
    const since = this.addedUntil === 0 ? undefined : this.parts.clock.now() - this.addedUntil;
    this.addedUntil = 0;
    if (elapsed !== undefined) this.integral.add(since ?? elapsed, before, sourceNumber(state));
    this.report();
    this.schedule(state);
  }

  private schedule(state: State | null | undefined): void {
    const value = sourceNumber(state);
    if (this.interval === 0 || state == null || value === undefined) return;
    const from = this.parts.clock.now();
    this.cancel = this.parts.clock.after(this.interval, () => {
      const now = this.parts.clock.now();
      this.integral.add(now - from, value, value);
      this.addedUntil = now;
      this.report();
      this.schedule(state);
    });
  }

  private report(): void {
    const { sum } = this.integral;
    const { round } = this.options;
    const value = sum === null ? null : round == null ? numberText(sum) : sum.toFixed(Number(round));
    const stored = sum === null ? null : String(sum);
    this.sensor.report({ value, sum: stored }, { source: this.sourceId });
  }

  private traitsOf(state: State | null | undefined): SensorTraits {
    const { unit_time: time = 'h', unit_prefix: prefix, device_class: given } = this.options;
    const sourceUnit = sourceText(state, 'unit_of_measurement');
    const unit =
      sourceUnit === undefined ? undefined : `${String(prefix ?? '')}${sumUnit(sourceUnit, String(time))}`;
    const ofPower = sourceText(state, 'device_class') === 'power' ? fittingClass('energy', unit) : undefined;
    const deviceClass = typeof given === 'string' ? given : ofPower;
    return { unit, stateClass: 'total', deviceClass };
  }
}

/** The time between two reports of a source, in milliseconds, and the number before. */
interface Elapsed {
  readonly elapsed: number | undefined;
  readonly before: number | undefined;
}

/** `km/h` over hours is `km`, `W` over hours is `Wh`. */
function sumUnit(unit: string, time: string): string {
  return unit.endsWith(`/${time}`) ? unit.slice(0, -time.length - 1) : unit + time;
}
