/** How far one template may go. The first three are the ecosystem's own, the others keep the server's single thread free. */
export const LIMITS = {
  /** Characters a render may answer. */
  output: 262_144,
  /** Items of one `range`. */
  range: 100_000,
  /** Digits of an integer that becomes text, or of text that becomes an integer. */
  digits: 4300,
  /** Characters of a template. */
  source: 262_144,
  /** Milliseconds of one render or compilation on the server's single thread. */
  milliseconds: 40,
  /** Units of work that end no render however long they take, some 10 ms: a machine under load fails nothing that is short. */
  leastSteps: 131_072,
  /** Units of work of one render, where nobody looks at a clock: a loop turn, a call, an item built or 32 characters copied each count one. */
  steps: 4_000_000,
  /** Macros, recursive loops and includes inside each other. */
  depth: 190,
  /** Brackets, blocks and operators inside each other in a source. */
  nesting: 150,
  /** Characters of one text on its way. */
  text: 1_048_576,
  /** Items of one list on its way. */
  items: 500_000,
  /** Bits of an integer. */
  integerBits: 262_144,
} as const;
