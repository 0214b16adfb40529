import type { StepPlace } from '../../../parts/form/form-field.ts';
import type { ItemConfig, ItemDomain, TraceStep } from '../../../server/items.ts';

/** The former names of parts. */
const OLD: Readonly<Record<string, string>> = {
  trigger: 'triggers',
  condition: 'conditions',
  action: 'actions',
};

/** The parts of an item by the first word of their paths in a trace, in the order of a run. */
export const PLACES: Readonly<Record<string, { readonly part: string; readonly place: StepPlace }>> = {
  trigger: { part: 'triggers', place: 'triggers' },
  condition: { part: 'conditions', place: 'conditions' },
  action: { part: 'actions', place: 'actions' },
  sequence: { part: 'sequence', place: 'actions' },
};

/** A part as a list, also if it is a single step. */
export function partOf(config: ItemConfig, part: string): readonly unknown[] {
  const value = config[part];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** The item with its parts renamed to the current names. */
export function normalItem(domain: ItemDomain, config: ItemConfig): ItemConfig {
  if (domain !== 'automation') return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const now = OLD[key];
      return [now === undefined || now in config ? key : now, value];
    }),
  );
}

/** Whether a step failed, or a condition was not met. */
export function hasFailed({ error, result }: TraceStep): boolean {
  return error !== undefined || result?.result === false;
}

/** Triggers without the groups they are in: the server numbers them in this order. */
export function ungrouped(triggers: readonly unknown[]): readonly unknown[] {
  return triggers.flatMap((one) => {
    const group = one as Readonly<Record<string, unknown>> | null;
    if (typeof group !== 'object' || group === null || Object.keys(group).join() !== 'triggers') return [one];
    return ungrouped([group.triggers].flat());
  });
}
