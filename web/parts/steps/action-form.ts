import type { HassServices } from 'home-assistant-js-websocket';
import { say } from '../../texts/say.ts';
import { filtersIn } from '../form/entity-filter.ts';
import type { Choice, FormField, FormValues } from '../form/form-field.ts';
import { spreadOut, type WireFields } from '../form/wire-fields.ts';
import { fieldOf } from '../form/wire-selector.ts';

/** Distinguishes data fields of the call from fields of the step. */
const DATA = 'data.';

/** A service as described by the server. */
interface WireService {
  readonly name?: string;
  readonly fields?: WireFields;
  readonly target?: { readonly entity?: unknown } | null;
  readonly response?: unknown;
}

/** Whether a field belongs to the called service. */
export function isDataField(name: string): boolean {
  return name.startsWith(DATA) || name === 'response_variable';
}

/** The fields of a service call: the service, the target, and the service's own fields. */
export function actionFields(services: HassServices, step: FormValues): readonly FormField[] {
  const [domain = '', name = ''] = String(step.action ?? '').split('.');
  const found = services[domain]?.[name] as WireService | undefined;
  const which: FormField = {
    kind: 'pick',
    name: 'action',
    label: say('services.service'),
    isRequired: true,
    isTyped: true,
    options: serviceChoices(services),
  };
  const target: FormField = {
    kind: 'target',
    name: 'target',
    label: say('services.target'),
    filters: filtersIn({ filter: found?.target?.entity ?? [] }),
  };
  const own = spreadOut(found?.fields).map(([key, wire]) =>
    fieldOf(DATA + key, { ...wire, name: wire.name ?? key }),
  );
  return [
    which,
    ...(found === undefined || found.target != null ? [target] : []),
    ...(found !== undefined && covers(step, own)
      ? own
      : [{ kind: 'yaml', name: 'data', label: say('events.data') } as const]),
    ...(found?.response === undefined
      ? []
      : [{ kind: 'text', name: 'response_variable', label: say('step.response_variable') } as const]),
  ];
}

/** All services by name. */
function serviceChoices(services: HassServices): readonly Choice[] {
  return Object.entries(services).flatMap(([domain, list]) =>
    Object.entries(list).map(([service, { name }]) => {
      const id = `${domain}.${service}`;
      return { id, name: id, detail: name };
    }),
  );
}

/** Whether there is a field for all of the data. */
function covers(step: FormValues, own: readonly FormField[]): boolean {
  const names = new Set(own.map(({ name }) => name));
  const { data } = step;
  if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data))) return false;
  const keys = [
    ...Object.keys(step).filter((key) => key.startsWith(DATA)),
    ...Object.keys(data ?? {}).map((key) => DATA + key),
  ];
  return keys.every((key) => names.has(key));
}

/** Converts a step to form values: data keys become fields, unless data is a field as a whole. */
export function toActionForm({ data, ...rest }: FormValues, fields: readonly FormField[]): FormValues {
  if (data === undefined || data === null) return rest;
  if (fields.some(({ name }) => name === 'data')) return { ...rest, data };
  const spread = Object.entries(data as FormValues).map(([key, value]) => [DATA + key, value]);
  return { ...rest, ...Object.fromEntries(spread) };
}

/** Converts form values to a step. */
export function fromActionForm(values: FormValues): FormValues {
  const entries = Object.entries(values);
  const step = Object.fromEntries(entries.filter(([key]) => !key.startsWith(DATA)));
  const data = entries
    .filter(([key]) => key.startsWith(DATA))
    .map(([key, value]) => [key.slice(DATA.length), value]);
  return data.length === 0 ? step : { ...step, data: Object.fromEntries(data) };
}
