import type { FieldKind, FormField } from './form-field.ts';

/** A field of a service as the server describes it. */
export interface WireField {
  readonly name?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly advanced?: boolean;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

const CHOSEN = new Set(['entity', 'device', 'area', 'floor', 'label']);
const SIMPLE = new Set(['time', 'date', 'datetime', 'duration', 'icon', 'target']);

/** A field of a form for a field of a service. What no form is made for is written as YAML. */
export function fieldOf(name: string, wire: WireField): FormField {
  const kind = kindOf(wire);
  const example =
    wire.example === undefined || kind.kind === 'boolean' ? '' : ` (${exampleText(wire.example)})`;
  return {
    ...kind,
    name,
    label: wire.name ?? name,
    hint: wire.description === undefined ? undefined : wire.description + example,
    isRequired: wire.required === true,
  };
}

function kindOf({ selector }: WireField): FieldKind {
  const [type = '', given] = Object.entries(selector ?? {})[0] ?? [];
  const facts = given ?? {};
  if (type === 'text') {
    if (facts.multiple === true) return { kind: 'list' };
    return facts.multiline === true ? { kind: 'long_text' } : { kind: 'text' };
  }
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'number') {
    const { min, max, step, unit_of_measurement: unit } = facts;
    return {
      kind: 'number',
      min: numberIn(min),
      max: numberIn(max),
      step: numberIn(step) ?? 'any',
      unit: typeof unit === 'string' ? unit : undefined,
    };
  }
  if (type === 'color_temp') return { kind: 'number', min: numberIn(facts.min), max: numberIn(facts.max) };
  if (type === 'color_rgb') return { kind: 'color' };
  if (type === 'state') return { kind: 'text' };
  if (type === 'select') return selectOf(facts);
  if (CHOSEN.has(type)) return chooseOf(type as 'entity', facts);
  if (SIMPLE.has(type)) return { kind: type as 'time' };
  return { kind: 'yaml' };
}

function selectOf({ options, multiple, custom_value }: Readonly<Record<string, unknown>>): FieldKind {
  const list = Array.isArray(options) ? options : [];
  const choices = list.map((one: unknown) => {
    const { value, label } = (typeof one === 'object' && one !== null ? one : { value: one }) as {
      value?: unknown;
      label?: unknown;
    };
    return { id: String(value), name: String(label ?? value) };
  });
  if (choices.length === 0 || custom_value === true) return { kind: 'text' };
  return multiple === true ? { kind: 'checks', options: choices } : { kind: 'select', options: choices };
}

function chooseOf(
  what: 'entity' | 'device' | 'area' | 'floor' | 'label',
  facts: Readonly<Record<string, unknown>>,
): FieldKind {
  const inner = Array.isArray(facts.entity) ? facts.entity[0] : facts;
  const domain = (inner as { domain?: unknown } | undefined)?.domain;
  return {
    kind: 'choose',
    what,
    isMultiple: facts.multiple === true,
    ...(what === 'entity' && domain !== undefined ? { domains: [domain].flat().map(String) } : {}),
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}
