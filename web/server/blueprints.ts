import type { Connection } from 'home-assistant-js-websocket';
import type { ItemConfig } from './items.ts';

/** What blueprints people fill in are for. */
export type BlueprintDomain = 'automation' | 'script';

/** All blueprints there are: those for template entities are only kept. */
export type KeptDomain = BlueprintDomain | 'template';

/** One place an instance fills. */
export interface BlueprintInput {
  readonly name?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** Places that stand together. */
export interface BlueprintSection {
  readonly name?: string;
  readonly description?: string;
  readonly collapsed?: boolean;
  readonly input: Readonly<Record<string, BlueprintInput | null>> | null;
}

/** What a blueprint says of itself. */
export interface BlueprintFacts {
  readonly name: string;
  readonly domain: string;
  readonly description?: string;
  readonly author?: string;
  readonly source_url?: string;
  readonly input?: Readonly<Record<string, BlueprintInput | BlueprintSection | null>> | null;
}

/** A blueprint of the data folder, or what is wrong with it. */
export type KeptBlueprint = { readonly metadata: BlueprintFacts } | { readonly error: string };

/** A blueprint as it was fetched; nothing is kept yet. */
export interface FetchedBlueprint {
  readonly suggested_filename: string;
  readonly raw_data: string;
  readonly blueprint: { readonly metadata: BlueprintFacts };
  readonly exists: boolean;
}

/** The blueprints of a domain by path. */
export const listBlueprints = (
  connection: Connection,
  domain: KeptDomain,
): Promise<Readonly<Record<string, KeptBlueprint>>> =>
  connection.sendMessagePromise({ type: 'blueprint/list', domain });

/** Fetches a blueprint from an address people share. */
export const fetchBlueprint = (connection: Connection, url: string): Promise<FetchedBlueprint> =>
  connection.sendMessagePromise({ type: 'blueprint/import', url });

/** Keeps a blueprint in the data folder. */
export const saveBlueprint = (
  connection: Connection,
  blueprint: {
    readonly domain: string;
    readonly path: string;
    readonly yaml: string;
    readonly source_url?: string;
    readonly allow_override: boolean;
  },
): Promise<unknown> => connection.sendMessagePromise({ type: 'blueprint/save', ...blueprint });

/** Takes a blueprint out of the data folder; rejects while something is made from it. */
export const deleteBlueprint = (connection: Connection, domain: KeptDomain, path: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'blueprint/delete', domain, path });

/** What an instance would be, written out. Rejects where an input is missing. */
export async function writtenOut(
  connection: Connection,
  domain: BlueprintDomain,
  use: { readonly path: string; readonly input: Readonly<Record<string, unknown>> },
): Promise<ItemConfig> {
  const answer = await connection.sendMessagePromise<{ substituted_config: ItemConfig }>({
    type: 'blueprint/substitute',
    domain,
    ...use,
  });
  return answer.substituted_config;
}
