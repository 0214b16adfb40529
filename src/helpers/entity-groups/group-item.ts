import { z } from 'zod';
import { domainOf } from '../../core/entity-id.ts';
import { schemaError } from '../../core/schema-error.ts';
import { entityIdListSchema } from '../../entities/services/group-members.ts';
import { helperFields } from '../helper-kind.ts';
import type { GroupKind, GroupSettings } from './group-kind.ts';

/** A group as stored and sent to clients. */
export interface GroupItem extends GroupSettings {
  readonly id: string;
  readonly group_type: string;
  readonly name: string;
  readonly icon?: string | undefined;
}

/** The settings of a group in the app. */
export function itemSchema(kind: GroupKind): z.ZodType<Omit<GroupItem, 'id'>> {
  return z.strictObject({
    ...helperFields,
    group_type: z.literal(kind.domain.name),
    entities: membersSchema(kind),
    ...kind.options,
  }) as z.ZodType<Omit<GroupItem, 'id'>>;
}

/** A group from the settings file. */
export interface FileGroup extends GroupSettings {
  readonly name: string;
  readonly unique_id?: string | undefined;
  readonly icon?: string | undefined;
}

/** Home Assistant's format: `light: [{ platform: group, entities: … }]`. */
export function fileSchema(kind: GroupKind): z.ZodType<FileGroup> {
  return z.strictObject({
    platform: z.literal('group'),
    name: z.string().min(1, schemaError('expects_name')).default(`${kind.domain.title} group`),
    unique_id: z.string().min(1, schemaError('expects_id')).optional(),
    icon: helperFields.icon,
    entities: membersSchema(kind),
    ...kind.options,
  });
}

function membersSchema({ domain, memberDomains = [domain.name] }: GroupKind): z.ZodType<readonly string[]> {
  return entityIdListSchema.superRefine((ids, context) => {
    if (ids.length === 0)
      context.addIssue({ code: 'custom', message: schemaError('expects_members'), input: ids });
    const foreign = ids.find((id) => !memberDomains.includes(domainOf(id)));
    if (foreign === undefined) return;
    context.addIssue({
      code: 'custom',
      message: schemaError('expects_entities_of', { domains: memberDomains.join(', '), foreign }),
      input: ids,
    });
  });
}
