import type { MatchFacts } from './language-model.ts';

/** Whether the facts are as required; facts that are not known count as such if `mayMiss`. */
export function isRequired(required: MatchFacts | undefined, facts: MatchFacts, mayMiss: boolean): boolean {
  for (const [key, wanted] of Object.entries(required ?? {})) {
    const fact = factOf(facts, key);
    if (fact === undefined || fact === null) {
      if (mayMiss) continue;
      return false;
    }
    const value = unpacked(wanted);
    if (value !== undefined && value !== null && !isOneOf(value, fact)) return false;
  }
  return true;
}

/** Whether a fact is excluded. */
export function isExcluded(excluded: MatchFacts | undefined, facts: MatchFacts): boolean {
  return Object.entries(excluded ?? {}).some(([key, unwanted]) => {
    const fact = factOf(facts, key);
    return fact !== undefined && isOneOf(unpacked(unwanted), fact);
  });
}

function factOf(facts: MatchFacts, key: string): unknown {
  return Object.hasOwn(facts, key) ? unpacked(facts[key]) : undefined;
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return (value as { readonly value?: unknown }).value;
}

function isOneOf(wanted: unknown, fact: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(fact) : wanted === fact;
}
