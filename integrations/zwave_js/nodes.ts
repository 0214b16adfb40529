import { z } from 'hearth-integration';

const key = z.union([z.string().max(200), z.number()]);
const label = z.string().max(500);

const Metadata = z.object({
  type: label.default('any'),
  label: label.optional(),
  unit: z.string().max(50).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  readable: z.boolean().default(true),
  writeable: z.boolean().default(false),
  states: z.record(z.string(), label).optional(),
  secret: z.boolean().default(false),
  ccSpecific: z.record(z.string(), z.unknown()).optional(),
  allowManualEntry: z.boolean().optional(),
});

const Value = z.object({
  commandClass: z.int().min(0).max(65_535),
  endpoint: z.int().min(0).max(255).default(0),
  property: key,
  propertyKey: key.optional(),
  propertyName: label.optional(),
  propertyKeyName: label.optional(),
  metadata: Metadata.prefault({}),
  value: z.unknown().optional(),
});
/** A value of a node, such as the level of a dimmer. */
export type ZwaveValue = z.infer<typeof Value>;

const Kind = z.object({ key: z.number().default(0), label: label.default('') }).prefault({});

const NodeState = z.object({
  nodeId: z.int().min(1).max(4000),
  name: label.optional(),
  location: label.optional(),
  status: z.int().default(0),
  ready: z.boolean().default(false),
  isControllerNode: z.boolean().default(false),
  manufacturerId: z.int().optional(),
  productType: z.int().optional(),
  productId: z.int().optional(),
  firmwareVersion: label.optional(),
  deviceClass: z
    .object({ generic: Kind, specific: Kind })
    .prefault({})
    .catch({ generic: { key: 0, label: '' }, specific: { key: 0, label: '' } }),
  deviceConfig: z
    .object({ manufacturer: label.optional(), label: label.optional(), description: label.optional() })
    .optional()
    .catch(undefined),
  values: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
});

/** A node of the network with its values by their keys. */
export interface Node extends Omit<z.infer<typeof NodeState>, 'values'> {
  readonly values: Map<string, ZwaveValue>;
}

const MAX_VALUES = 2000;

/** What tells a value of a node from others, as in the unique IDs of Home Assistant. */
export function valueKey(
  value: Pick<ZwaveValue, 'commandClass' | 'endpoint' | 'property' | 'propertyKey'>,
): string {
  const { commandClass, endpoint, property, propertyKey } = value;
  return [commandClass, endpoint, property, ...(propertyKey === undefined ? [] : [propertyKey])].join('-');
}

/** What names a value to the server. */
export function valueId({ commandClass, endpoint, property, propertyKey }: ZwaveValue): object {
  return { commandClass, endpoint, property, ...(propertyKey === undefined ? {} : { propertyKey }) };
}

/** The nodes that can be understood. */
export function readNodes(given: readonly unknown[]): Node[] {
  return given.flatMap((one) => {
    const read = readNode(one);
    return read === undefined ? [] : [read];
  });
}

/** A node as the server tells it; undefined for one that is not understood. */
export function readNode(given: unknown): Node | undefined {
  const read = NodeState.safeParse(given);
  if (!read.success) return undefined;
  const { values: list, ...node } = read.data;
  const values = new Map<string, ZwaveValue>();
  for (const one of Object.values(list).slice(0, MAX_VALUES)) {
    const value = readValue(one);
    if (value !== undefined) values.set(valueKey(value), value);
  }
  return { ...node, values };
}

/** A value as the server tells it; undefined for one that is not understood. */
export function readValue(given: unknown): ZwaveValue | undefined {
  const read = Value.safeParse(given);
  return read.success ? { ...read.data, value: read.data.value } : undefined;
}

/** The value of a node that another one belongs to, such as the target of a level. */
export function sibling(node: Node, value: ZwaveValue, property: string): ZwaveValue | undefined {
  return node.values.get(valueKey({ ...value, property }));
}

/** All values of a command class at the endpoint of a value. */
export function valuesOf(node: Node, commandClass: number, endpoint: number): ZwaveValue[] {
  return [...node.values.values()].filter(
    (value) => value.commandClass === commandClass && value.endpoint === endpoint,
  );
}

export function numberIn(value: ZwaveValue | undefined): number | null {
  return typeof value?.value === 'number' && Number.isFinite(value.value) ? value.value : null;
}
