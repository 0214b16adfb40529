import { z } from 'zod';
import { decimalOf, isObject } from '../../core/coerce.ts';
import type { State } from '../../core/state.ts';
import { floatText } from '../../domains/definition/number-text.ts';
import type { StateClass } from '../../domains/sensor/device-classes.ts';
import { ComputedSensor, type SensorTraits } from '../entries/computed-sensor.ts';
import type { EntryKind, EntryParts, FormStep, HelperSource, OpenHelper } from '../entries/entry-kind.ts';
import { entityIdSchema, fileDurationSchema, singleFileForm } from '../entries/file-form.ts';
import type { FormValues } from '../entries/form.ts';
import { durationField, entityField, numberField, selectField, textField } from '../entries/form-field.ts';
import { lengthOf } from '../entries/length-of.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { sourceText } from '../entries/source-number.ts';
import {
  type Filter,
  type Filtered,
  lowpassFilter,
  movingAverageFilter,
  NotANumber,
  outlierFilter,
  rangeFilter,
  throttleFilter,
  timeThrottleFilter,
} from './filters.ts';

const FILTERS = [
  ...['lowpass', 'outlier', 'range', 'throttle', 'time_simple_moving_average', 'time_throttle'],
];
const NAME = 'Filtered sensor';
/** The readings before the start that fill the windows, and how old they may be, in milliseconds. */
const MOST_READINGS = 500;
const OLDEST = 86_400_000;
const isOptional = true;
const choice = { options: FILTERS, mode: 'dropdown', translation_key: 'filter' } as const;
const size = numberField('window_size', { min: 0 }, { isOptional, initial: 1 });
const time = durationField('window_size', { enable_day: false, allow_negative: false });
const ofRange = (name: string) => numberField(name, { min: 0, step: 'any' }, { isOptional });

const FIELDS: Readonly<Record<string, readonly ReturnType<typeof textField>[]>> = {
  lowpass: [size, numberField('time_constant', { min: 0 }, { isOptional, initial: 10 })],
  outlier: [size, numberField('radius', { min: 0, step: 'any' }, { isOptional, initial: 2 })],
  range: [ofRange('lower_bound'), ofRange('upper_bound')],
  throttle: [size],
  time_simple_moving_average: [
    selectField(
      'type',
      { options: ['last'], mode: 'dropdown', translation_key: 'type' },
      { isOptional, initial: 'last' },
    ),
    time,
  ],
  time_throttle: [time],
};

const common = [
  entityField('entity_id', {}, { isOptional, isReadOnly: true }),
  selectField('filter', choice, { isOptional, isReadOnly: true }),
  numberField('precision', { min: 0 }, { isOptional, initial: 2 }),
];
const steps: readonly FormStep[] = FILTERS.map((id) => ({
  ...{ id, isLast: true, next: () => null },
  fields: () => [...(FIELDS[id] ?? []), ...common],
}));
const nextStep = ({ filter }: FormValues): string => String(filter);

const precision = z.int().min(0).max(15).optional();
const count = z.int().min(0).default(1);
const filterOfFile = z.discriminatedUnion('filter', [
  z.strictObject({
    filter: z.literal('lowpass'),
    window_size: count,
    time_constant: z.int().min(0).default(10),
    precision,
  }),
  z.strictObject({
    filter: z.literal('outlier'),
    window_size: count,
    radius: z.number().min(0).default(2),
    precision,
  }),
  z.strictObject({
    ...{ filter: z.literal('range'), lower_bound: z.number().optional(), upper_bound: z.number().optional() },
    precision,
  }),
  z.strictObject({ filter: z.literal('throttle'), window_size: count, precision }),
  z.strictObject({
    ...{ filter: z.literal('time_simple_moving_average'), type: z.literal('last').default('last') },
    ...{ window_size: fileDurationSchema, precision },
  }),
  z.strictObject({ filter: z.literal('time_throttle'), window_size: fileDurationSchema, precision }),
]);

/** `filter`: a sensor that smooths, limits or thins out another one. */
export const filterHelper: EntryKind = {
  domain: 'filter',
  title: 'Filter',
  version: [1, 1],
  config: [
    {
      id: 'user',
      isLast: null,
      next: nextStep,
      fields: () => [
        textField('name', { initial: NAME }),
        entityField('entity_id', { domain: ['sensor'] }),
        selectField('filter', choice),
      ],
    },
    ...steps,
  ],
  options: [{ id: 'init', isLast: null, next: nextStep, fields: () => [] }, ...steps],
  file: singleFileForm('sensor', {
    name: NAME,
    fields: { entity_id: entityIdSchema, filters: z.array(filterOfFile).min(1) },
  }),
  open: (source, parts) => new FilterHelper(source, parts),
};

class FilterHelper implements OpenHelper {
  private readonly sourceId: string;
  private readonly filters: readonly Filter[];
  private readonly sensor: ComputedSensor;
  private readonly undo;
  private unit: string | undefined;
  private isClosed = false;
  /** The states since the start, while the past is being read. */
  private sinceStart: State[] | undefined;

  constructor(source: HelperSource, parts: EntryParts) {
    const { options } = source;
    this.sourceId = sourceIdOf(options.entity_id, parts.registry);
    this.filters = configured(options).map(filterOf);
    const state = parts.states.get(this.sourceId);
    this.unit = sourceText(state, 'unit_of_measurement');
    this.sensor = new ComputedSensor(source, parts, {
      platform: 'filter',
      sourceId: this.sourceId,
      traits: traitsOf(state),
    });
    this.take(state ?? null);
    this.undo = parts.watch.follow([this.sourceId], (after) => this.take(after));
    void this.fill(parts);
  }

  close(): void {
    this.isClosed = true;
    this.undo();
    this.sensor.remove();
  }

  private take(state: State | null): void {
    const extra = { entity_id: this.sourceId };
    if (state?.state === 'unavailable') this.sensor.setUnavailable();
    else if (state === null || state.state === 'unknown') this.sensor.report({ value: null }, extra);
    else {
      this.sinceStart?.push(state);
      this.follow(state);
      const value = this.filtered({ at: state.last_updated, value: decimalOf(state.state) ?? state.state });
      if (value !== undefined) this.sensor.report({ value }, extra);
    }
  }

  /**
   * Filters the recorded states of the source first, and then again those that it has reported since the
   * start.
   */
  private async fill({ pastStates, states, clock, log }: EntryParts): Promise<void> {
    const state = states.get(this.sourceId);
    if (pastStates === undefined || state === undefined) return;
    this.sinceStart = [state];
    const to = state.last_updated;
    const past = await pastStates
      .newest({ entityId: this.sourceId, from: Math.max(clock.now() - OLDEST, 0), to, limit: MOST_READINGS })
      .catch((error) => {
        log.warn(`The filter of ${this.sourceId} begins without its history`, { error });
        return [];
      });
    const { sinceStart = [] } = this;
    this.sinceStart = undefined;
    if (this.isClosed || past.length === 0) return;
    for (const filter of this.filters) filter.reset();
    for (const { at, state: text, unit } of past)
      if ((unit ?? undefined) === this.unit) this.filtered({ at, value: decimalOf(text) ?? text });
    for (const one of sinceStart) this.take(one);
  }

  /** Values of another unit are not mixed with those before. */
  private follow(state: State): void {
    const unit = sourceText(state, 'unit_of_measurement');
    if (unit !== this.unit) for (const filter of this.filters) filter.reset();
    this.unit = unit;
    this.sensor.show(traitsOf(state));
  }

  /** What the chain makes of a value; undefined if it is skipped, or a text that cannot be filtered. */
  private filtered(first: Filtered): string | undefined {
    try {
      let next: Filtered | undefined = first;
      for (const filter of this.filters) {
        next = filter.take(next);
        if (next === undefined) return undefined;
      }
      return typeof next.value === 'number' ? this.textOf(next.value) : next.value;
    } catch (error) {
      if (error instanceof NotANumber) return undefined;
      throw error;
    }
  }

  /** A number that was rounded to a whole one has no decimals. */
  private textOf(value: number): string {
    const precision = this.filters.findLast((filter) => filter.precision !== undefined)?.precision;
    return precision === 0 ? String(value) : floatText(value);
  }
}

/** The filters of options: one from the app, a chain from the settings file. */
function configured(options: FormValues): readonly FormValues[] {
  return Array.isArray(options.filters) ? options.filters.filter(isObject) : [options];
}

function filterOf(options: FormValues): Filter {
  const number = (name: string, otherwise: number): number => Number(options[name] ?? otherwise);
  const limit = (name: string): number | undefined =>
    options[name] == null ? undefined : Number(options[name]);
  const precision = limit('precision');
  switch (options.filter) {
    case 'lowpass':
      return lowpassFilter(number('time_constant', 10), precision ?? 2);
    case 'outlier':
      return outlierFilter(number('window_size', 1), number('radius', 2), precision);
    case 'range':
      return rangeFilter({ lower: limit('lower_bound'), upper: limit('upper_bound') }, precision);
    case 'throttle':
      return throttleFilter(number('window_size', 1), precision);
    case 'time_simple_moving_average':
      return movingAverageFilter(lengthOf(options.window_size), precision ?? 2);
    default:
      return timeThrottleFilter(lengthOf(options.window_size), precision);
  }
}

function traitsOf(state: State | null | undefined): SensorTraits {
  return {
    unit: sourceText(state, 'unit_of_measurement'),
    deviceClass: sourceText(state, 'device_class'),
    stateClass: sourceText(state, 'state_class') as StateClass | undefined,
    icon: sourceText(state, 'icon') ?? 'mdi:chart-line-variant',
  };
}
