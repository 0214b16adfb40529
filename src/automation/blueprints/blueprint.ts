import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import { plainNumbers } from '../../core/json.ts';
import { type Message, message } from '../../core/messages.ts';
import { issuesMessage } from '../../core/parse.ts';
import { schemaError } from '../../core/schema-error.ts';
import { INTERFACE_VERSION } from '../../core/version.ts';
import { readText } from '../../storage/yaml/read-text.ts';
import { isMapping } from '../../storage/yaml/write-value.ts';

/** The domains that blueprints are for. */
export const BLUEPRINT_DOMAINS = ['automation', 'script', 'template'] as const;
export type BlueprintDomain = (typeof BLUEPRINT_DOMAINS)[number];

/** A place for the value of an input. */
class InputPlace {
  readonly input: string;

  constructor(input: string) {
    this.input = input;
  }
}

const MAX_LENGTH = 1_000_000;
const MAX_INPUTS = 1000;
/** The most values of an instance with all inputs filled in. */
const MAX_VALUES = 50_000;

const inputSchema = z
  .looseObject({
    name: z.string().optional(),
    description: z.string().optional(),
    default: z.unknown().optional(),
    selector: z.record(z.string(), z.unknown()).optional(),
  })
  .nullable();

const sectionSchema = z.looseObject({
  name: z.string().optional(),
  icon: z.string().optional(),
  description: z.string().optional(),
  collapsed: z.boolean().optional(),
  input: z.record(z.string(), inputSchema).nullable(),
});

const metadataSchema = z.looseObject({
  name: z.string(),
  domain: z.enum(BLUEPRINT_DOMAINS),
  description: z.string().optional(),
  author: z.string().optional(),
  source_url: z.url().optional(),
  homeassistant: z
    .looseObject({
      min_version: z
        .string()
        .regex(/^\d+\.\d+\.\d+$/, schemaError('expects_version'))
        .optional(),
    })
    .nullable()
    .optional(),
  input: z
    .record(z.string(), z.union([sectionSchema, inputSchema]))
    .nullable()
    .optional(),
});

/** A pattern for automations, scripts or template entities, with inputs that an instance fills in. */
export interface Blueprint {
  readonly domain: BlueprintDomain;
  /** The `blueprint` block, as written. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** All inputs, including those in sections; `default` is present if the input has one. */
  readonly inputs: ReadonlyMap<string, { readonly default?: unknown }>;
  /** The configuration besides that block. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Parses a blueprint, a long one in a worker thread. Throws `invalid_format` with the problem and its line.
 */
export async function parseBlueprint(text: string, name: string): Promise<Blueprint> {
  const refuse = (reason: Message): never => {
    throw fault('invalid_format', 'invalid_blueprint', { name, reason });
  };
  if (text.length > MAX_LENGTH) refuse(message('blueprint_too_long', { max: MAX_LENGTH }));
  const root = await valueOfDocument(text, refuse);
  if (!isMapping(root)) return refuse(message('blueprint_without_block'));
  const { blueprint, ...body } = root;
  if (isMapping(blueprint) && countInputs(blueprint.input) > MAX_INPUTS)
    refuse(message('blueprint_has_too_many_inputs', { max: MAX_INPUTS }));
  const result = metadataSchema.safeParse(blueprint);
  if (!result.success) return refuse(issuesMessage(result.error.issues, plainNumbers(blueprint)));
  const { domain, homeassistant, input } = result.data;
  const wanted = homeassistant?.min_version;
  if (wanted !== undefined && isNewer(wanted, INTERFACE_VERSION))
    refuse(message('blueprint_needs_newer_version', { wanted, version: INTERFACE_VERSION }));
  const inputs = new Map<string, { readonly default?: unknown }>();
  const take = (key: string, one: z.infer<typeof inputSchema>): void => {
    if (inputs.has(key)) refuse(message('blueprint_input_twice', { key }));
    inputs.set(key, one !== null && Object.hasOwn(one, 'default') ? { default: one.default } : {});
  };
  for (const [key, one] of Object.entries(input ?? {})) {
    const section =
      one !== null && Object.hasOwn(one, 'input') ? sectionSchema.safeParse(one).data : undefined;
    if (section === undefined) take(key, one);
    else for (const [inner, item] of Object.entries(section.input ?? {})) take(inner, item);
  }
  const unknown = [...inputsUsed(body)].filter((key) => !inputs.has(key));
  if (unknown.length > 0) refuse(message('blueprint_inputs_undefined', { inputs: unknown.join(', ') }));
  return { domain, metadata: plainNumbers(blueprint) as Readonly<Record<string, unknown>>, inputs, body };
}

/**
 * The configuration of a blueprint with the given input values. Throws `invalid_format` if one is missing.
 */
export function substitute(
  { inputs, body, metadata }: Blueprint,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [key, input] of inputs) {
    if (Object.hasOwn(given, key)) values.set(key, given[key]);
    else if (Object.hasOwn(input, 'default')) values.set(key, input.default);
  }
  const missing = [...inputs.keys()].filter((key) => !values.has(key));
  if (missing.length > 0)
    throw fault('invalid_format', 'missing_input_of_blueprint', {
      missing: missing.join(', '),
      metadata: String(metadata.name),
    });
  return filled(body, values, { left: MAX_VALUES }) as Record<string, unknown>;
}

/** Includes those in sections. */
function countInputs(input: unknown): number {
  if (!isMapping(input)) return 0;
  return Object.values(input).reduce<number>(
    (count, one) => count + 1 + (isMapping(one) && isMapping(one.input) ? Object.keys(one.input).length : 0),
    0,
  );
}

/**
 * A copy, so that instances share nothing. A large value in a thousand places is rejected before it fills the
 * memory.
 */
function filled(value: unknown, inputs: ReadonlyMap<string, unknown>, room: { left: number }): unknown {
  room.left -= 1;
  if (room.left < 0)
    throw fault('invalid_format', 'blueprint_filled_in_holds_more_than_values', { max: MAX_VALUES });
  if (value instanceof InputPlace) return filled(inputs.get(value.input), NO_INPUTS, room);
  if (Array.isArray(value)) return value.map((item) => filled(item, inputs, room));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, inputs, room)]));
}

const NO_INPUTS: ReadonlyMap<string, unknown> = new Map();

function inputsUsed(value: unknown, found = new Set<string>()): Set<string> {
  if (value instanceof InputPlace) found.add(value.input);
  else if (Array.isArray(value)) for (const item of value) inputsUsed(item, found);
  else if (isMapping(value)) for (const item of Object.values(value)) inputsUsed(item, found);
  return found;
}

/**
 * A blueprint comes from others: `!input` is the only tag allowed in it, so that it cannot read secrets or
 * files of the home.
 */
async function valueOfDocument(text: string, refuse: (reason: Message) => never): Promise<unknown> {
  const refuseAt = (offset: number, problem: Message): never =>
    refuse(message('problem_in_line', { line: text.slice(0, offset).split('\n').length, problem }));
  const { value, tagged, fault } = await readText(text, MAX_VALUES);
  if (fault !== undefined) return refuseAt(fault.offset, fault.reason);
  for (const { tag, text: name, fill, offset } of tagged) {
    if (tag !== '!input') refuseAt(offset, message('blueprint_with_tag', { tag }));
    fill(new InputPlace(name));
  }
  return value;
}

function isNewer(wanted: string, ours: string): boolean {
  const [a, b] = [wanted, ours].map((version) => version.split('.').map(Number));
  for (const [i, part] of (a ?? []).entries()) {
    const own = b?.[i] ?? 0;
    if (part !== own) return part > own;
  }
  return false;
}
