import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { Segment } from '../../../domains/vacuum/vacuum.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** `vacuum/get_segments`. */
export function vacuumCommands({ entities }: { readonly entities: Entities }): Command[] {
  return [
    defineCommand({
      type: 'vacuum/get_segments',
      permission: 'admin',
      summary: "The segments of a vacuum cleaner's map, which can be assigned to areas",
      result: object({ segments: z.array(object({ id: z.string(), name: z.string() })) }),
      fields: { entity_id: z.string() },
      handle: ({ message }) => {
        const id = message.entity_id.toLowerCase();
        const vacuum = entities.get(id);
        if (vacuum?.domain.name !== 'vacuum')
          throw fault('not_found', 'vacuum_not_found', { id: id.slice(0, 100) });
        if (!vacuum.features.has('clean_area')) throw fault('not_supported', 'vacuum_reports_no_map', { id });
        const { segments = [] } = vacuum.values as { readonly segments?: readonly Segment[] };
        return { segments };
      },
    }),
  ];
}
