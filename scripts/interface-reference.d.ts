import type { z } from 'zod';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: z.ZodType | undefined;
  readonly answers: Readonly<Record<number, string>>;
  readonly produces?: string | readonly string[] | undefined;
}

interface Command {
  readonly type: string;
  readonly permission: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

interface EventType {
  readonly summary: string;
  readonly data: Readonly<Record<string, string>>;
  readonly limited?: string;
}

export function interfaceReference(lists: {
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  readonly errors: Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;
  readonly events: Readonly<Record<string, EventType>>;
  readonly unusedEvents: readonly string[];
  readonly settings: object;
  readonly sections: Iterable<string>;
  /** The text of what the schema of a setting expects. */
  expected(issue: z.core.$ZodIssue): string;
  /** The documents that the server serves, by the names of their files. */
  readonly documents: Readonly<Record<string, unknown>>;
}): ReadonlyMap<string, string>;
