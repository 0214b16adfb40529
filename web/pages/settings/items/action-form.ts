import type { HassServices } from 'home-assistant-js-websocket';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { fieldOf, type WireField } from '../../../parts/form/wire-selector.ts';
import { say } from '../../../words/say.ts';

/** Fields of the call's data stand among those of the step; this keeps them apart. */
const DATA = 'data.';

/** Whether a field is one of the called service's own. */
export function isDataField(name: string): boolean {
  return name.startsWith(DATA);
}

/** The fields of a step that calls a service: which one, on what, and what the service itself asks for. */
export function actionFields(services: HassServices, step: FormValues): readonly FormField[] {
  const called = String(step.action ?? step.service ?? '');
  const [domain = '', name = ''] = called.split('.');
  const found = services[domain]?.[name] as
    | { readonly fields?: Readonly<Record<string, WireField>>; readonly target?: unknown }
    | undefined;
  const names = Object.entries(services).flatMap(([one, list]) =>
    Object.keys(list).map((service) => `${one}.${service}`),
  );
  const which: FormField = {
    kind: 'select',
    name: 'action',
    label: say('services.service'),
    isRequired: true,
    options: names.map((id) => ({ id, name: id })),
  };
  const target: FormField = { kind: 'target', name: 'target', label: say('services.target') };
  const data = (step.data ?? {}) as FormValues;
  const own = Object.entries(found?.fields ?? {}).map(([key, wire]) =>
    fieldOf(DATA + key, { name: key, ...wire }),
  );
  const isCovered =
    found !== undefined &&
    Object.keys(data).every((key) => found.fields?.[key] !== undefined) &&
    own.every((one) => isPlain(one, data));
  return [
    which,
    ...(found === undefined || found.target !== undefined ? [target] : []),
    ...(isCovered ? own : [{ kind: 'yaml', name: 'data', label: say('events.data') } as const]),
  ];
}

/** The step as these fields take it: data spread out, unless it is asked for as a whole. */
export function toActionForm(
  { service, action = service, data, ...rest }: FormValues,
  fields: readonly FormField[],
): FormValues {
  const whole = { ...rest, action };
  if (data === undefined) return whole;
  if (fields.some(({ name }) => name === 'data')) return { ...whole, data };
  const spread = Object.entries(data as FormValues).map(([key, value]) => [DATA + key, value]);
  return { ...whole, ...Object.fromEntries(spread) };
}

/** The step the form stands for. */
export function fromActionForm(values: FormValues): FormValues {
  const entries = Object.entries(values);
  const step = Object.fromEntries(entries.filter(([key]) => !key.startsWith(DATA)));
  const data = entries
    .filter(([key]) => key.startsWith(DATA))
    .map(([key, value]) => [key.slice(DATA.length), value]);
  return data.length === 0 ? step : { ...step, data: Object.fromEntries(data) };
}

/** Templates and mappings in place of plain values are for YAML. */
function isPlain(field: FormField, data: FormValues): boolean {
  const value = data[field.name.slice(DATA.length)];
  return value === undefined || field.kind !== 'number' || typeof value === 'number';
}
