import { domainOf } from '../core/entity-id.ts';
import { durationSchema } from '../domains/definition/field.ts';
import { withTimestamp } from '../domains/input-datetime/input-datetime.ts';
import type { ConfigEntry } from '../entities/registry/config-entries.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { homeTimeZone } from './home-facts.ts';
import type { ImportContext, PlannedState } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, numberOf, pointOf, textOf, textsOf } from './stored-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A saved state and what its entity added to it. */
interface SavedState {
  readonly state: string;
  readonly attributes: Fields;
  readonly extra: Fields;
  readonly updatedAt: number;
  readonly zone: string;
  readonly entry: EntityEntry | undefined;
  /** The entity that a meter counts, if it was made in the app. */
  readonly meterSource: string | null;
}

/** The values of a domain from a saved state; undefined if nothing was known. */
const READERS: Readonly<Record<string, (saved: SavedState) => Values | undefined>> = {
  input_boolean: ({ state }) => ({ on: state === 'on' }),
  input_button: ({ state }) => ({ pressed: pointOf(state) }),
  input_number: ({ state }) => finite('value', Number(state)),
  input_select: ({ state }) => ({ option: state }),
  input_text: ({ state }) => ({ text: state }),
  input_datetime: moment,
  counter: ({ state }) => finite('count', Number(state)),
  timer,
  automation: ({ state, attributes }) => ({
    ...{ enabled: state === 'on', lastTriggered: pointOf(attributes.last_triggered), current: 0 },
  }),
  script: ({ attributes }) => ({
    lastTriggered: pointOf(attributes.last_triggered),
    current: 0,
    lastAction: null,
  }),
  scene: ({ state }) => ({ activated: pointOf(state) }),
  person,
  sensor,
  select: ({ state, entry }) => (entry?.platform === 'utility_meter' ? { option: state } : undefined),
};
const UNKNOWN: ReadonlySet<string> = new Set(['unknown', 'unavailable']);

/** The last states of helpers, automations, scripts, scenes and meters. Devices tell theirs again. */
export async function importLastStates(context: ImportContext): Promise<void> {
  const { stored, plan, report } = context;
  const zone = await homeTimeZone(context);
  const entries = new Map([...plan.all<EntityEntry>('entities')].map((entry) => [entry.entity_id, entry]));
  for (const { state: saved, extra_data: extra } of mapsOf((await stored.read('core.restore_state'))?.data)) {
    const { entity_id: id, state, attributes, last_changed: changed, last_updated: updated } = mapOf(saved);
    const [entityId, text] = [textOf(id), textOf(state)];
    if (entityId === null || text === null || UNKNOWN.has(text)) continue;
    const updatedAt = pointOf(updated) ?? context.now;
    const entry = entries.get(entityId);
    const values = READERS[domainOf(entityId)]?.({
      ...{ state: text, attributes: mapOf(attributes), extra: mapOf(extra), updatedAt, zone, entry },
      meterSource: meterSourceOf(context, entry),
    });
    if (values === undefined) continue;
    plan.states.set(entityId, {
      ...{ entityId, state: text, attributes: mapOf(attributes), values, updatedAt },
      changedAt: pointOf(changed) ?? updatedAt,
    } satisfies PlannedState);
    report.imported('last state', entityId);
  }
}

function meterSourceOf({ plan }: ImportContext, entry: EntityEntry | undefined): string | null {
  if (entry?.platform !== 'utility_meter' || entry.config_entry_id === null) return null;
  return textOf(plan.get<ConfigEntry>('config_entries', entry.config_entry_id)?.options.source);
}

function finite(name: string, value: number): Values | undefined {
  return Number.isFinite(value) ? { [name]: value } : undefined;
}

/** The local date and time; a part that the state does not show is that of the last change. */
function moment({ state, attributes, updatedAt, zone }: SavedState): Values | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})?[ T]?(\d{2}:\d{2}:\d{2})?/.exec(state);
  const [, date = new Date(updatedAt).toISOString().slice(0, 10), time = '00:00:00'] = match ?? [];
  if (match?.[1] === undefined && match?.[2] === undefined) return undefined;
  const shown = { has_date: attributes.has_date === true, has_time: attributes.has_time === true };
  return withTimestamp({ date, time }, shown, zone);
}

function timer({ state, attributes, updatedAt }: SavedState): Values | undefined {
  const duration = milliseconds(attributes.duration);
  const finishesAt = pointOf(attributes.finishes_at);
  const remaining =
    milliseconds(attributes.remaining) ?? (finishesAt === null ? null : finishesAt - updatedAt);
  const transition = textOf(attributes.last_transition);
  if (duration === null) return undefined;
  if (state === 'active' && finishesAt !== null)
    return { status: 'active', duration, remaining, finishesAt, transition };
  if (state === 'paused') return { status: 'paused', duration, remaining, finishesAt: null, transition };
  return { status: 'idle', duration, remaining: null, finishesAt: null, transition };
}

function milliseconds(text: unknown): number | null {
  const read = durationSchema.safeParse(text);
  return read.success ? read.data : null;
}

function person({ state, attributes }: SavedState): Values {
  return {
    location: state,
    latitude: numberOf(attributes.latitude),
    longitude: numberOf(attributes.longitude),
    accuracy: numberOf(attributes.gps_accuracy),
    source: textOf(attributes.source),
    zones: textsOf(attributes.in_zones),
  };
}

/** Sensors of this server that count on; others are computed or told again. */
function sensor({ state, extra, attributes, entry, updatedAt, meterSource }: SavedState): Values | undefined {
  if (entry?.platform === 'integration') return { value: state, sum: state };
  if (entry?.platform === 'template') return { value: numberOf(extra.native_value) ?? state };
  if (entry?.platform !== 'utility_meter' || meterSource === null) return undefined;
  return {
    value: state,
    meter: {
      lastPeriod: textOf(extra.last_period) ?? '0',
      lastReset: pointOf(extra.last_reset),
      lastReading: extra.last_valid_state === 'None' ? null : textOf(extra.last_valid_state),
      readAt: updatedAt,
      unit: textOf(attributes.unit_of_measurement),
      deviceClass: textOf(extra.input_device_class),
      planned: null,
      owner: entry.unique_id,
      source: meterSource,
    },
  };
}
