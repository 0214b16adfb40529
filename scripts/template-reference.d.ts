interface Entry {
  readonly name: string;
  readonly signature: string;
}

export function templateReference(tables: {
  readonly filters: readonly Entry[];
  readonly tests: readonly Entry[];
  readonly functions: readonly Entry[];
  readonly methods: readonly (readonly [type: string, methods: ReadonlyMap<string, Entry>])[];
}): string;
