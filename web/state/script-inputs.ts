import type { HomeStore } from './home-store.ts';

/** The inputs of a script, as described by its service. */
export type ScriptInputs = Readonly<Record<string, ScriptInput>>;

interface ScriptInput {
  readonly name?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** The inputs of a script. */
export async function scriptInputs(home: HomeStore, entityId: string): Promise<ScriptInputs> {
  const [{ script = {} }, key] = await Promise.all([home.serviceList(), keyOf(home, entityId)]);
  return (script[key]?.fields ?? {}) as ScriptInputs;
}

/** The key of a script; requested from the server if its entity has just been renamed. */
async function keyOf(home: HomeStore, entityId: string): Promise<string> {
  if (home.places.scriptKeys.has(entityId)) return home.scriptKey(entityId);
  const entry = await home.connection
    .sendMessagePromise<{ readonly unique_id: string }>({
      type: 'config/entity_registry/get',
      entity_id: entityId,
    })
    .catch(() => undefined);
  return entry?.unique_id ?? home.scriptKey(entityId);
}

/** Whether a script has required inputs without a default. */
export function needsInputs(inputs: ScriptInputs): boolean {
  return Object.values(inputs).some((one) => one.required === true && one.default == null);
}
