import type { House } from './house.ts';

/** What a script asks for before it runs, as its service describes it. */
export type ScriptInputs = Readonly<Record<string, ScriptInput>>;

interface ScriptInput {
  readonly name?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** The inputs of a script; `isFresh` asks the server even where it has been asked before. */
export async function scriptInputs(house: House, entityId: string, isFresh = false): Promise<ScriptInputs> {
  const { script = {} } = await house.serviceList(isFresh);
  return (script[entityId.slice('script.'.length)]?.fields ?? {}) as ScriptInputs;
}

/** Whether a script cannot do its work before somebody has filled something in. */
export function needsInputs(inputs: ScriptInputs): boolean {
  return Object.values(inputs).some((one) => one.required === true && one.default == null);
}
