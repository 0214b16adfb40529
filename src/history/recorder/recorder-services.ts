import type { EntitySelection } from '../../core/entity-filter.ts';
import { compileFilter } from '../../core/entity-filter.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { custom, integer, strictBoolean, textListSchema } from '../../domains/definition/field.ts';
import { parseTarget, type TargetResolver } from '../../entities/registry/targets.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import type { Recorder } from './recorder.ts';
import type { Retention } from './retention.ts';

/** The dependencies of the recorder's services. */
export interface RecorderServiceParts {
  readonly recorder: Pick<Recorder, 'isEnabled'>;
  readonly retention: Pick<Retention, 'purge'>;
  readonly targets: Pick<TargetResolver, 'reach'>;
  readonly isRecorded: (entityId: string) => boolean;
  /** The entities with history. */
  readonly recorded: () => Promise<readonly EntityId[]>;
  readonly forget: (entityIds: readonly EntityId[]) => Promise<number>;
  readonly dropBefore: (at: number, entityIds: readonly EntityId[]) => Promise<number>;
  readonly now: () => number;
}

const DAY = 86_400_000;
const domain = 'recorder';
const days = { min: 0, max: 36_500, unit: 'd' } as const;
const names = custom(textListSchema, { text: { multiple: true } }, {});
const NOTHING: EntitySelection = { domains: [], entities: [], entity_globs: [] };

/** `recorder.purge`, `purge_entities`, `enable` and `disable`, as Home Assistant has them. */
export function recorderServices(parts: RecorderServiceParts): PlainService[] {
  const { recorder, retention } = parts;
  return [
    definePlainService({
      domain,
      name: 'purge',
      admin: true,
      fields: {
        keep_days: integer(days),
        repack: strictBoolean({ default: false }),
        apply_filter: strictBoolean({ default: false }),
      },
      handle: async ({ keep_days, apply_filter }) => {
        await retention.purge(keep_days);
        if (apply_filter !== true) return;
        await parts.forget((await parts.recorded()).filter((id) => !parts.isRecorded(id)));
      },
    }),
    definePlainService({
      domain,
      name: 'purge_entities',
      admin: true,
      target: { entity: [{}] },
      fields: { domains: names, entity_globs: names, keep_days: integer({ ...days, default: 0 }) },
      handle: async ({ domains = [], entity_globs = [], keep_days = 0 }, { data }) => {
        const chosen = await chosenEntities(parts, { ...NOTHING, domains, entity_globs }, data);
        if (keep_days > 0) await parts.dropBefore(parts.now() - keep_days * DAY, chosen);
        else await parts.forget(chosen);
      },
    }),
    {
      domain,
      name: 'enable',
      admin: true,
      fields: {},
      handle: () => {
        recorder.isEnabled = true;
      },
    },
    {
      domain,
      name: 'disable',
      admin: true,
      fields: {},
      handle: () => {
        recorder.isEnabled = false;
      },
    },
  ];
}

/** The entities with history among those that are named, in the target or by domain and pattern. */
async function chosenEntities(
  { recorded, targets }: RecorderServiceParts,
  selection: EntitySelection,
  data: Readonly<Record<string, unknown>>,
): Promise<EntityId[]> {
  const target = parseTarget(data);
  if (target === undefined && selection.domains.length === 0 && selection.entity_globs.length === 0)
    throw fault('invalid_format', 'purge_names_nothing');
  const reached = target === undefined ? [] : targets.reach(target).entities;
  const named = target === undefined || target.entities === 'all' ? [] : target.entities;
  const isSelected = compileFilter({ ...selection, entities: [...named, ...reached] }, NOTHING);
  return (await recorded()).filter((id) => target?.entities === 'all' || isSelected?.(id) === true);
}
