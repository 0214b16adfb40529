import type { Connection } from 'home-assistant-js-websocket';
import type { ItemConfig } from './items.ts';

/** The domains whose items can use blueprints in the editor. */
export type BlueprintDomain = 'automation' | 'script';

/** The domains of stored blueprints. */
export type SavedDomain = BlueprintDomain | 'template';

/** An input of a blueprint. */
export interface BlueprintInput {
  readonly name?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** A section of inputs. */
export interface BlueprintSection {
  readonly name?: string;
  readonly description?: string;
  readonly collapsed?: boolean;
  readonly input: Readonly<Record<string, BlueprintInput | null>> | null;
}

/** The metadata of a blueprint. */
export interface BlueprintFacts {
  readonly name: string;
  readonly domain: string;
  readonly description?: string;
  readonly author?: string;
  readonly source_url?: string;
  readonly input?: Readonly<Record<string, BlueprintInput | BlueprintSection | null>> | null;
}

/** A stored blueprint, or the error in it. */
export type SavedBlueprint = { readonly metadata: BlueprintFacts } | { readonly error: string };

/** A fetched blueprint, not yet saved. */
export interface FetchedBlueprint {
  readonly suggested_filename: string;
  readonly raw_data: string;
  readonly blueprint: { readonly metadata: BlueprintFacts };
  readonly exists: boolean;
}

/** The blueprints of a domain by path. */
export const listBlueprints = (
  connection: Connection,
  domain: SavedDomain,
): Promise<Readonly<Record<string, SavedBlueprint>>> =>
  connection.sendMessagePromise({ type: 'blueprint/list', domain });

/** Fetches a blueprint from a URL. */
export const fetchBlueprint = (connection: Connection, url: string): Promise<FetchedBlueprint> =>
  connection.sendMessagePromise({ type: 'blueprint/import', url });

/** Saves a blueprint. */
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

/** Deletes a blueprint; rejects while it is in use. */
export const deleteBlueprint = (
  connection: Connection,
  domain: SavedDomain,
  path: string,
): Promise<unknown> => connection.sendMessagePromise({ type: 'blueprint/delete', domain, path });

/** Resolves a blueprint with inputs to a plain configuration. Rejects if an input is missing. */
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
