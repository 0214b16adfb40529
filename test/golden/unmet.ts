/** Domains whose rows wait for an issue to come; a test fails when one of them is there and still listed. */
export const DOMAINS_TO_COME: ReadonlySet<string> = new Set(['automation', 'script']);

/** Rows that cannot hold, each with the reason. */
export const UNMET: Readonly<Record<string, string>> = {};
