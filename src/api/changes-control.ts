import { z } from 'zod';
import { type Caller, fullAccess } from '../core/access.ts';
import type { Changes, ChangesTarget } from './changes-interface.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';

const position = z.int().min(1);
const Query = z.strictObject({
  before: position.optional(),
  limit: z.int().min(1).max(1000).optional(),
  user_id: z.string().optional(),
});
/** One change by its ID, or all since a time in milliseconds. */
const Target = z.union([z.strictObject({ id: position }), z.strictObject({ to: z.number() })]);
/** Documents and items that the command line has read from a backup. */
const Parts = z
  .array(
    z.strictObject({
      kind: z.enum(['document', 'item']),
      name: z.string(),
      id: z.string(),
      text: z.string().nullable(),
      form: z.enum(['entry', 'file']).optional(),
    }),
  )
  .max(100_000);
const Undo = z.strictObject({ target: Target, force: z.boolean() });

/** What puts back documents and items of a backup. */
export interface PutBack {
  preview(parts: z.infer<typeof Parts>): Promise<unknown>;
  /** Returns the ID of the change; undefined if all is as it was. */
  restore(parts: z.infer<typeof Parts>, caller: Caller): Promise<number | undefined>;
}

/** The commands of the command line about changes: with the rights of the owner, who has the machine. */
export function changesControl(
  changes: Changes,
  putBack: PutBack,
  ownerId: () => string | undefined,
): ControlCommands {
  const caller = (): Caller => ({
    user: { id: ownerId() ?? '', name: '', is_owner: true, is_admin: true },
    access: fullAccess,
    tokenId: '',
    onRevoked: () => () => {},
  });
  return new Map([
    ['changes/list', controlCommand(Query, (query) => changes.list(query, caller()))],
    [
      'changes/preview',
      controlCommand(Target, (target) => changes.preview(target as ChangesTarget, caller())),
    ],
    [
      'changes/undo',
      controlCommand(Undo, async ({ target, force }) => ({
        id: (await changes.undo(target as ChangesTarget, force, caller())) ?? null,
      })),
    ],
    ['backup/items/preview', controlCommand(Parts, (parts) => putBack.preview(parts))],
    [
      'backup/items/restore',
      controlCommand(Parts, async (parts) => ({ id: (await putBack.restore(parts, caller())) ?? null })),
    ],
  ]);
}
