/** Named values of an entity: what its source reports, or what it can do. */
export type Values = Readonly<Record<string, unknown>>;
