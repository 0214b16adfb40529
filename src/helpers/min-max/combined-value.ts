import { decimalOf } from '../../core/coerce.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import type { State } from '../../core/state.ts';

/** How the states of several sensors are combined. */
export const COMBINATIONS = ['min', 'max', 'mean', 'median', 'last', 'range', 'sum'] as const;

export type Combination = (typeof COMBINATIONS)[number];

/** The combined value of several sensors [history facts §7.6]. */
export class CombinedValue {
  private readonly entityIds: readonly string[];
  private readonly type: Combination;
  private readonly digits: number;
  /** By entity; null for one that shows no number. */
  private readonly values = new Map<string, number | null>();
  private last: { readonly id: string; readonly value: number } | undefined;
  private knownUnit: string | null | undefined;
  private unitsDiffer = false;

  constructor(entityIds: readonly string[], type: Combination, digits: number) {
    this.entityIds = entityIds;
    this.type = type;
    this.digits = digits;
  }

  take(entityId: string, state: State | null | undefined): void {
    if (state === null || state === undefined || state.state === 'unknown' || state.state === 'unavailable') {
      this.values.set(entityId, null);
      return;
    }
    const { unit_of_measurement: given } = state.attributes;
    const unit = typeof given === 'string' ? given : null;
    this.knownUnit ??= unit;
    if (this.knownUnit !== unit) {
      this.unitsDiffer = true;
      return;
    }
    const value = decimalOf(state.state);
    if (value === undefined) return;
    this.values.set(entityId, value);
    this.last = { id: entityId, value };
  }

  /** `ERR` once units differ: the value stays unknown. */
  get unit(): string | undefined {
    return this.unitsDiffer ? 'ERR' : (this.knownUnit ?? undefined);
  }

  /** Null if there is none. */
  get value(): number | null {
    if (this.unitsDiffer) return null;
    const shown = this.shown();
    if (this.type === 'last') return this.last?.value ?? null;
    if (shown.length === 0 || (this.type === 'sum' && shown.length < this.entityIds.length)) return null;
    const values = shown.map(({ value }) => value);
    return this.type === 'min' || this.type === 'max'
      ? (this.extreme()?.value ?? null)
      : roundHalfEven(combined(this.type, values), this.digits);
  }

  /** The entity that has the value, under the name of its attribute. */
  get attributes(): Readonly<Record<string, unknown>> {
    const { type } = this;
    const ids = { entity_id: this.entityIds };
    if (type === 'last') return { ...ids, last_entity_id: this.last?.id ?? null };
    return type === 'min' || type === 'max'
      ? { ...ids, [`${type}_entity_id`]: this.extreme()?.id ?? null }
      : ids;
  }

  private shown(): { readonly id: string; readonly value: number }[] {
    return this.entityIds.flatMap((id) => {
      const value = this.values.get(id);
      return value === undefined || value === null ? [] : [{ id, value }];
    });
  }

  /** The first one, where several have the same value. */
  private extreme(): { readonly id: string; readonly value: number } | undefined {
    const sign = this.type === 'min' ? 1 : -1;
    return this.shown().reduce<{ id: string; value: number } | undefined>(
      (best, one) => (best === undefined || sign * one.value < sign * best.value ? one : best),
      undefined,
    );
  }
}

function combined(type: Exclude<Combination, 'min' | 'max' | 'last'>, values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  if (type === 'sum') return sum;
  if (type === 'mean') return sum / values.length;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  if (type === 'range') return at(sorted.length - 1) - at(0);
  const middle = (sorted.length - 1) / 2;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}
