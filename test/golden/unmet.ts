/** Domains whose rows wait for a future issue; a test fails when an available one is still listed. */
export const DOMAINS_TO_COME: ReadonlySet<string> = new Set();

/** Rows that cannot hold, each with the reason. */
export const UNMET: Readonly<Record<string, string>> = {};

/** Rows of `automations.jsonl` that cannot hold, each with the reason. */
export const AUTOMATIONS_UNMET: Readonly<Record<string, string>> = {};
