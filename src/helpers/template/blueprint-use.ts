import { isObject } from '../../core/coerce.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { templateKinds } from './kinds/index.ts';

/** A block of the `template` section, as people write it. */
type RawBlock = Readonly<Record<string, unknown>>;

/** A block with its blueprint filled in, or what is wrong with it, and where. */
export type FilledBlock =
  | { readonly config: RawBlock }
  | { readonly path: readonly (string | number)[]; readonly problem: HubError };

/** What template entities need of blueprints. */
export interface TemplateBlueprints {
  /** Reads all blueprints anew: what `fill` then goes by. */
  refresh(): Promise<void>;
  /** What a blueprint comes to with what is given; keys beside `use_blueprint` go before its own. */
  fill(use: RawBlock): FilledBlock;
}

/** What is said of the block beside `use_blueprint`, and is meant of its one entity. */
const OF_ENTITY = ['name', 'unique_id', 'default_entity_id'] as const;

/** Whether a block is made from a blueprint. */
export function usesBlueprint(raw: unknown): raw is RawBlock {
  return isObject(raw) && raw.use_blueprint !== undefined;
}

/** The path of the blueprint a block is made from. */
export function blueprintOf(raw: unknown): unknown {
  return usesBlueprint(raw) && isObject(raw.use_blueprint) ? raw.use_blueprint.path : undefined;
}

/** A block as it stands where it is made from no blueprint, else the block that makes: name and ids are those of its entity. */
export function blockOf(raw: unknown, blueprints: TemplateBlueprints): FilledBlock | { config: unknown } {
  if (!usesBlueprint(raw)) return { config: raw };
  const filled = blueprints.fill(raw);
  if (!('config' in filled)) return filled;
  const { config } = filled;
  const domains = templateKinds.map(({ domain }) => domain.name).filter((name) => config[name] !== undefined);
  const [domain] = domains;
  if (domain === undefined || domains.length > 1) return refuse(domains.join(', '));
  const told = Object.entries(config).filter(([key]) => isOfEntity(key));
  if (told.length === 0) return filled;
  const list = Array.isArray(config[domain]) ? config[domain] : [config[domain]];
  const [entity] = list;
  if (list.length !== 1 || !isObject(entity)) return refuse(`${list.length} of ${domain}`);
  const rest = Object.entries(config).filter(([key]) => !isOfEntity(key));
  return {
    config: { ...Object.fromEntries(rest), [domain]: { ...entity, ...Object.fromEntries(told) } },
  };
}

function refuse(made: string): FilledBlock {
  const found = made === '' ? 'none' : made;
  return {
    path: ['use_blueprint', 'path'],
    problem: fault('invalid_format', 'template_blueprint_makes_one_entity', { found }),
  };
}

function isOfEntity(key: string): boolean {
  return OF_ENTITY.some((one) => one === key);
}
