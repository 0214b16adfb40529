import { z } from 'zod';
import { type Message, message } from '../../core/messages.ts';
import { issuesMessage } from '../../core/parse.ts';
import type { TemplateConfig } from './fields.ts';
import { templateKinds } from './kinds/index.ts';
import type { TriggeredBlock } from './setting.ts';
import type { TemplateKind } from './template-kind.ts';

const KINDS: ReadonlyMap<string, TemplateKind> = new Map(
  templateKinds.map((kind) => [kind.domain.name, kind]),
);

/** Keys and indexes from the root of the section. */
type Path = readonly (string | number)[];

/** A validated entity of a block. */
export interface BlockItem {
  readonly kind: TemplateKind;
  readonly config: TemplateConfig;
  readonly path: Path;
}

/** A block of the `template` section: entities, and the triggers they share. */
export interface Block {
  readonly uniqueId: string | undefined;
  /** Undefined for entities rendered whenever something they read changes. */
  readonly triggered: TriggeredBlock | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly items: readonly BlockItem[];
}

/** An invalid part that is skipped, with its location. */
export interface BlockProblem {
  readonly path: Path;
  readonly reason: Message;
}

const BlockShape = z.looseObject({
  unique_id: z.coerce.string().optional(),
  triggers: z.unknown().optional(),
  trigger: z.unknown().optional(),
  conditions: z.unknown().optional(),
  condition: z.unknown().optional(),
  actions: z.unknown().optional(),
  action: z.unknown().optional(),
  variables: z.record(z.string(), z.unknown()).default({}),
});

const COMMON: ReadonlySet<string> = new Set(Object.keys(BlockShape.shape));

/** Parses a block; invalid parts are reported and skipped. */
export function readBlock(
  raw: unknown,
  at: Path,
): { readonly block: Block | undefined; readonly problems: BlockProblem[] } {
  const shape = BlockShape.safeParse(raw);
  if (!shape.success)
    return { block: undefined, problems: [{ path: at, reason: issuesMessage(shape.error.issues, raw) }] };
  const { unique_id: uniqueId, variables, ...keys } = shape.data;
  const problems: BlockProblem[] = [];
  const items: BlockItem[] = [];
  for (const [key, value] of Object.entries(keys)) {
    if (COMMON.has(key)) continue;
    const kind = KINDS.get(key);
    if (kind === undefined) {
      problems.push({
        path: [...at, key],
        reason: message('no_template_domain', { key, domains: [...KINDS.keys()].join(', ') }),
      });
      continue;
    }
    const isList = Array.isArray(value);
    for (const [i, item] of (isList ? value : [value]).entries()) {
      const path = [...at, key, ...(isList ? [i] : [])];
      const read = readItem(kind, item, path);
      if ('reason' in read) problems.push(read);
      else items.push(read);
    }
  }
  const triggers = keys.triggers ?? keys.trigger;
  const triggered =
    triggers === undefined
      ? undefined
      : {
          triggers,
          conditions: keys.conditions ?? keys.condition,
          actions: keys.actions ?? keys.action,
          variables,
        };
  return {
    block: { uniqueId, triggered, variables: triggered === undefined ? variables : {}, items },
    problems,
  };
}

/** Parses one entity. */
export function readItem(kind: TemplateKind, raw: unknown, path: Path): BlockItem | BlockProblem {
  const result = kind.schema.safeParse(raw ?? {});
  if (result.success) return { kind, config: result.data, path };
  const [issue] = result.error.issues;
  return {
    path: [...path, ...((issue?.path ?? []) as Path)],
    reason: issuesMessage(result.error.issues, raw),
  };
}

/** The template kind of a domain. */
export function templateKind(domain: string): TemplateKind | undefined {
  return KINDS.get(domain);
}
