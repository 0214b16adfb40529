import { isObject } from '../../core/coerce.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { templateKinds } from './kinds/index.ts';

/** A block of the `template` section, as written. */
type RawBlock = Readonly<Record<string, unknown>>;

/** A block with its blueprint applied, or the error and its location. */
export type FilledBlock =
  | { readonly config: RawBlock }
  | { readonly path: readonly (string | number)[]; readonly problem: HubError };

/** The blueprint functions that template entities need. */
export interface TemplateBlueprints {
  /** Reloads all blueprints, for later calls of `fill`. */
  refresh(): Promise<void>;
  /** Applies a blueprint to its inputs; keys next to `use_blueprint` override its own. */
  fill(use: RawBlock): FilledBlock;
}

/** Keys next to `use_blueprint` that apply to the block's single entity. */
const OF_ENTITY = ['name', 'unique_id', 'default_entity_id'] as const;

/** Whether a block uses a blueprint. */
export function usesBlueprint(raw: unknown): raw is RawBlock {
  return isObject(raw) && raw.use_blueprint !== undefined;
}

/** The path of a block's blueprint. */
export function blueprintOf(raw: unknown): unknown {
  return usesBlueprint(raw) && isObject(raw.use_blueprint) ? raw.use_blueprint.path : undefined;
}

/** Returns a block with its blueprint applied, if it uses one; name and IDs become those of its entity. */
export function blockOf(raw: unknown, blueprints: TemplateBlueprints): FilledBlock | { config: unknown } {
  if (!usesBlueprint(raw)) return { config: raw };
  const filled = blueprints.fill(raw);
  if (!('config' in filled)) return filled;
  const { config } = filled;
  const domains = templateKinds.map(({ domain }) => domain.name).filter((name) => config[name] !== undefined);
  const [domain] = domains;
  if (domain === undefined || domains.length > 1) return refuse(domains.join(', '));
  const reported = Object.entries(config).filter(([key]) => isOfEntity(key));
  if (reported.length === 0) return filled;
  const list = Array.isArray(config[domain]) ? config[domain] : [config[domain]];
  const [entity] = list;
  if (list.length !== 1 || !isObject(entity)) return refuse(`${list.length} of ${domain}`);
  const rest = Object.entries(config).filter(([key]) => !isOfEntity(key));
  return {
    config: { ...Object.fromEntries(rest), [domain]: { ...entity, ...Object.fromEntries(reported) } },
  };
}

function refuse(made: string): FilledBlock {
  return {
    path: ['use_blueprint', 'path'],
    problem:
      made === ''
        ? fault('invalid_format', 'template_blueprint_makes_no_entity')
        : fault('invalid_format', 'template_blueprint_makes_one_entity', { found: made }),
  };
}

function isOfEntity(key: string): boolean {
  return OF_ENTITY.some((one) => one === key);
}
