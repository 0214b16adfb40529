import type { Connection } from 'home-assistant-js-websocket';
import type { Translation } from './server-error.ts';

export const OUTCOMES = ['partial', 'waiting', 'skipped', 'imported'] as const;

/** What becomes of one thing of the other installation. */
export interface ImportEntry {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly kind: string;
  readonly name: string;
  readonly reason?: string;
  readonly reason_translation?: Translation;
  readonly needsApproval?: true;
}

/** A user of the other installation. */
export interface ImportPerson {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_admin: boolean;
  readonly tokens: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    /** In milliseconds since 1970. */
    readonly last_used_at: number | null;
  }[];
}

/** What an import would do. */
export interface ImportCheck {
  readonly entries: readonly ImportEntry[];
  readonly people: readonly ImportPerson[];
  readonly clashes: readonly { readonly name: string }[];
  readonly has_history: boolean;
}

/** How an import ended. */
export interface ImportOutcome {
  readonly at: string;
  readonly written: number;
  readonly unchanged: number;
  readonly kept: readonly string[];
  readonly entries: readonly ImportEntry[];
  readonly problem: string | null;
}

export const checkImport = (
  connection: Connection,
  uploadId: string,
  key: string | undefined,
): Promise<ImportCheck> =>
  connection.sendMessagePromise({
    ...{ type: 'hearth/import/check', upload_id: uploadId },
    ...(key === undefined ? {} : { key }),
  });

export async function lastImport(connection: Connection): Promise<ImportOutcome | null> {
  const answer = await connection.sendMessagePromise<{ outcome: ImportOutcome | null }>({
    type: 'hearth/import/last',
  });
  return answer.outcome;
}
