import { z } from 'zod';
import type { Caller } from '../core/access.ts';
import { fault } from '../core/errors.ts';
import { AnyObject, Nothing, object } from './shapes/plain-shapes.ts';
import { type Command, defineCommand } from './ws/command.ts';

/** What to import of an installation that was checked. */
export interface ImportChoice {
  /** The IDs of users and tokens that are left out. */
  readonly excluded: readonly string[];
  readonly withHistory: boolean;
  /** Whether areas, floors and labels that are here under the same name take the place of imported ones. */
  readonly mergesNames: boolean;
}

/** The import of another installation, for the owner. */
export interface ImportParts {
  /** Unpacks and reads an upload, and writes nothing. */
  readonly check: (uploadId: string, owner: string | null, key: string | undefined) => Promise<unknown>;
  /** Makes a backup, and imports what was checked during a restart. */
  readonly run: (choice: ImportChoice) => Promise<void>;
  /** Forgets what was checked. */
  readonly cancel: () => Promise<void>;
  /** How the last import ended; null if there was none. */
  readonly last: () => Promise<unknown>;
}

const ID = z.string().max(64);

/** The commands of the import in the app. */
export function importCommands({ check, run, cancel, last }: ImportParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/import/check',
      permission: 'admin',
      summary:
        'Reads a backup of Home Assistant that was uploaded, for the owner, and says what an import would do',
      result: object({
        entries: z.array(AnyObject),
        people: z.array(AnyObject),
        clashes: z.array(AnyObject),
      }),
      fields: { upload_id: ID, key: z.string().min(1).max(500).optional() },
      handle: ({ message, access, caller }) => {
        requireOwner(caller);
        return check(message.upload_id, access.userId, message.key);
      },
    }),
    defineCommand({
      type: 'hearth/import/run',
      permission: 'admin',
      summary: 'Imports what was checked, for the owner: after a backup, while the server restarts',
      result: Nothing,
      fields: {
        excluded: z.array(z.string().max(100)).max(10_000).default([]),
        with_history: z.boolean().default(true),
        merge_names: z.boolean().default(false),
      },
      handle: async ({
        message: { excluded, with_history: withHistory, merge_names: mergesNames },
        caller,
      }) => {
        requireOwner(caller);
        await run({ excluded, withHistory, mergesNames });
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/import/cancel',
      permission: 'admin',
      summary: 'Deletes what was uploaded and checked, for the owner',
      result: Nothing,
      fields: {},
      handle: async ({ caller }) => {
        requireOwner(caller);
        await cancel();
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/import/last',
      permission: 'admin',
      summary: 'How the last import in the app ended, for the owner; null if there was none',
      result: object({ outcome: AnyObject.nullable() }),
      fields: {},
      handle: async ({ caller }) => {
        requireOwner(caller);
        return { outcome: await last() };
      },
    }),
  ];
}

function requireOwner({ user }: Caller): void {
  if (!user.is_owner) throw fault('unauthorized', 'import_for_owner');
}
