import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import type { Segment } from '../../../domains/vacuum/vacuum.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import { type Command, defineCommand } from '../command.ts';

/** `vacuum/get_segments`. */
export function vacuumCommands({ entities }: { readonly entities: Entities }): Command[] {
  return [
    defineCommand({
      type: 'vacuum/get_segments',
      permission: 'admin',
      summary: "The segments of a vacuum cleaner's map, which can be assigned to areas",
      fields: { entity_id: z.string() },
      handle: ({ message }) => {
        const id = message.entity_id.toLowerCase();
        const vacuum = entities.get(id);
        if (vacuum?.domain.name !== 'vacuum')
          throw new HubError('not_found', `There is no vacuum cleaner ${id.slice(0, 100)}`);
        if (!vacuum.features.has('clean_area'))
          throw new HubError('not_supported', `${id} does not tell the parts of its map`);
        const { segments = [] } = vacuum.values as { readonly segments?: readonly Segment[] };
        return { segments };
      },
    }),
  ];
}
