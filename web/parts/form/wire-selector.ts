import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { filtersIn } from './entity-filter.ts';
import type { Choice, Chosen, EntityFilter, FieldKind, FormField, StepPlace } from './form-field.ts';
import { listChoices } from './list-choices.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A field of a service, a purpose-specific trigger or condition, or a blueprint as described by the server. */
export interface WireField {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly advanced?: boolean | undefined;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Facts | null>> | undefined;
}

/** Converts a field description to a form field; YAML for unsupported selectors. */
export function fieldOf(name: string, wire: WireField): FormField {
  const kind = kindOf(wire.selector);
  const hasExample = wire.example !== undefined && kind.kind !== 'boolean' && kind.kind !== 'constant';
  const example = hasExample ? ` ${say('form.example', { example: exampleText(wire.example) })}` : '';
  return {
    ...kind,
    name,
    label: wire.name ?? name,
    hint: wire.description === undefined ? undefined : wire.description + example,
    isRequired: wire.required === true,
    ...(Object.values(wire.selector ?? {}).some((facts) => facts?.read_only === true)
      ? { isFixed: true }
      : {}),
  };
}

type Make = (facts: Facts) => FieldKind;

const text: Make = ({ type, multiple, multiline, prefix, suffix }) => {
  if (multiple === true) return { kind: 'list' };
  if (multiline === true) return { kind: 'long_text' };
  const unit = [prefix, suffix].filter((one) => typeof one === 'string').join(' … ');
  return { kind: 'text', type: textType(type), unit: unit === '' ? undefined : unit };
};

const listed =
  (of: 'country' | 'language' | 'timezone'): Make =>
  () => ({ kind: 'pick', options: listChoices(of), isTyped: true });

const steps =
  (place: StepPlace): Make =>
  () => ({ kind: 'steps', place });

const choose =
  (what: Chosen): Make =>
  (facts) => ({
    kind: 'choose',
    what,
    isMultiple: facts.multiple === true,
    filters: filtersFor(what, facts),
  });

/** The field type of each Home Assistant selector. */
const KINDS: Readonly<Record<string, Make>> = {
  action: steps('actions'),
  area: choose('area'),
  attribute: () => ({ kind: 'attribute' }),
  automation_behavior: ({ mode }) => ({
    kind: 'select',
    options: (mode === 'condition' ? ['any', 'all'] : ['each', 'first', 'all']).map((id) => ({
      id,
      name: wordOr(`behavior.${id}`, id),
    })),
  }),
  boolean: () => ({ kind: 'boolean' }),
  color_rgb: () => ({ kind: 'color' }),
  color_temp: colorTemperature,
  condition: steps('conditions'),
  constant: ({ value }) => ({ kind: 'constant', value }),
  country: listed('country'),
  date: () => ({ kind: 'date' }),
  datetime: () => ({ kind: 'datetime' }),
  device: choose('device'),
  duration: ({ enable_day, allow_negative, mode }) => ({
    kind: 'duration',
    isMapping: true,
    hasDays: enable_day === true,
    isSigned: allow_negative === true || mode === 'offset',
  }),
  entity: choose('entity'),
  floor: choose('floor'),
  icon: () => ({ kind: 'icon' }),
  label: choose('label'),
  language: listed('language'),
  location: ({ radius }) => ({ kind: 'group', fields: placeFields(radius === true) }),
  media: () => ({
    kind: 'group',
    fields: MEDIA.map((name) => ({ kind: 'text', name, label: say(`media.${name}`) })),
  }),
  number: numberOf,
  numeric_threshold: threshold,
  object: objectOf,
  select: selectOf,
  state: ({ attribute, multiple }) => ({
    kind: 'state',
    attribute: typeof attribute === 'string' ? attribute : undefined,
    isMultiple: multiple === true,
  }),
  target: (facts) => ({ kind: 'target', filters: filtersIn({ filter: facts.entity ?? [] }) }),
  template: () => ({ kind: 'long_text', isCode: true }),
  text,
  time: () => ({ kind: 'time' }),
  timezone: listed('timezone'),
  trigger: steps('triggers'),
};

/** Selectors with a text value whose options only Home Assistant itself can list. */
const TEXTS = new Set(
  'addon assist_pipeline backup_location config_entry conversation_agent file navigation statistic stt theme tts tts_voice ui_color'.split(
    ' ',
  ),
);
const MEDIA = ['media_content_id', 'media_content_type'] as const;

function kindOf(selector: WireField['selector']): FieldKind {
  const [type = '', given] = Object.entries(selector ?? {})[0] ?? [];
  const make = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (make !== undefined) return make(given ?? {});
  return TEXTS.has(type) ? { kind: 'text' } : { kind: 'yaml' };
}

function numberOf({ min, max, step, mode, unit_of_measurement: unit }: Facts): FieldKind {
  const [from, to] = [numberIn(min), numberIn(max)];
  return {
    kind: 'number',
    min: from,
    max: to,
    step: numberIn(step) ?? (step === 'any' ? 'any' : 1),
    unit: typeof unit === 'string' ? wordOr(`unit.${unit}`, unit) : undefined,
    isSlider: mode !== 'box' && from !== undefined && to !== undefined,
  };
}

function colorTemperature({ min, max, min_mireds, max_mireds, unit }: Facts): FieldKind {
  const isKelvin = unit === 'kelvin';
  return {
    kind: 'number',
    min: numberIn(min) ?? (isKelvin ? 2000 : (numberIn(min_mireds) ?? 153)),
    max: numberIn(max) ?? (isKelvin ? 6500 : (numberIn(max_mireds) ?? 500)),
    unit: isKelvin ? 'K' : 'mired',
    isSlider: true,
  };
}

function selectOf({ options, multiple, custom_value }: Facts): FieldKind {
  const list = Array.isArray(options) ? options : [];
  const choices = list.map((one: unknown): Choice => {
    const { value, label } = (typeof one === 'object' && one !== null ? one : { value: one }) as {
      value?: unknown;
      label?: unknown;
    };
    return { id: String(value), name: String(label ?? wordOr(`option.${String(value)}`, String(value))) };
  });
  const isTyped = custom_value === true;
  if (multiple === true)
    return isTyped ? { kind: 'several', options: choices, isTyped } : { kind: 'checks', options: choices };
  if (choices.length === 0) return { kind: 'text' };
  return isTyped || choices.length > 20
    ? { kind: 'pick', options: choices, isTyped }
    : { kind: 'select', options: choices };
}

/** Objects with described fields get a form, others YAML. */
function objectOf({ fields, multiple }: Facts): FieldKind {
  if (typeof fields !== 'object' || fields === null) return { kind: 'yaml' };
  const inner = Object.entries(fields as Readonly<Record<string, WireField & { label?: string }>>).map(
    ([name, wire]) => fieldOf(name, { ...wire, name: wire.label ?? wire.name ?? plain(name) }),
  );
  if (multiple !== true) return { kind: 'group', fields: inner };
  return { kind: 'rows', fields: inner, add: say('list.add'), title: String };
}

/** One or two bounds, each a number or an entity with the value. */
function threshold({ mode, number, unit_of_measurement: units, entity }: Facts): FieldKind {
  const types = ['above', 'below', 'between', 'outside', ...(mode === 'changed' ? ['any'] : [])];
  const filters = filtersIn({ filter: entity ?? [] });
  const bound = (name: string, label: string, of: readonly string[]): FormField => ({
    kind: 'group',
    name,
    label,
    isFor: ({ type }) => of.includes(String(type)),
    fields: [
      {
        ...numberOf((number ?? {}) as Facts),
        isSlider: false,
        name: 'number',
        label: say('threshold.number'),
      } as FormField,
      ...(Array.isArray(units)
        ? [
            {
              kind: 'select',
              name: 'unit_of_measurement',
              label: say('threshold.unit'),
              options: units.map((unit) => ({ id: String(unit), name: String(unit) })),
            } as const,
          ]
        : []),
      { kind: 'choose', what: 'entity', filters, name: 'entity', label: say('threshold.entity') },
    ],
  });
  return {
    kind: 'group',
    fields: [
      {
        kind: 'select',
        name: 'type',
        label: say('threshold.type'),
        isRequired: true,
        options: types.map((id) => ({ id, name: wordOr(`threshold.${id}`, id) })),
      },
      bound('value', say('threshold.value'), ['above', 'below']),
      bound('value_min', say('threshold.min'), ['between', 'outside']),
      bound('value_max', say('threshold.max'), ['between', 'outside']),
    ],
  };
}

function placeFields(hasRadius: boolean): readonly FormField[] {
  return [
    {
      kind: 'number',
      step: 'any',
      min: -90,
      max: 90,
      name: 'latitude',
      label: say('place.latitude'),
      isRequired: true,
    },
    {
      kind: 'number',
      step: 'any',
      min: -180,
      max: 180,
      name: 'longitude',
      label: say('place.longitude'),
      isRequired: true,
    },
    ...(hasRadius
      ? [
          {
            kind: 'number',
            step: 'any',
            min: 0,
            unit: 'm',
            name: 'radius',
            label: say('helpers.radius'),
          } as const,
        ]
      : []),
  ];
}

/** Devices can also be filtered by their entities. */
function filtersFor(what: Chosen, facts: Facts): readonly EntityFilter[] {
  if (what === 'entity') return filtersIn(facts);
  if (what !== 'device') return [];
  const entity = filtersIn({ filter: facts.entity ?? [] });
  return entity.length > 0 ? entity : filtersIn(facts).filter(({ integration }) => integration !== undefined);
}

function textType(type: unknown): 'password' | 'email' | 'url' | 'tel' | 'search' | undefined {
  return (['password', 'email', 'url', 'tel', 'search'] as const).find((one) => one === type);
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}
