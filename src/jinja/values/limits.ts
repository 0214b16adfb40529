/** The limits of one template. The first three are Home Assistant's, the others protect the event loop. */
export const LIMITS = {
  /** Characters of a render's output. */
  output: 262_144,
  /** The most items of one `range`. */
  range: 100_000,
  /** Digits of an integer converted to or from text. */
  digits: 4300,
  /** Characters of a template. */
  source: 262_144,
  /** Milliseconds of one render or compilation on the event loop. */
  milliseconds: 40,
  /**
   * Units of work, some 10 ms, that are always allowed: on a machine under load, short renders do not fail.
   */
  leastSteps: 131_072,
  /**
   * Units of work of one render without a clock: a loop iteration, a call, an item created or 32 characters
   * copied count one each.
   */
  steps: 4_000_000,
  /** Nested macros, recursive loops and includes. */
  depth: 190,
  /** Nested brackets, blocks and operators in a source. */
  nesting: 150,
  /** Characters of one intermediate text. */
  text: 1_048_576,
  /** Items of one intermediate list. */
  items: 500_000,
  /** Bits of an integer. */
  integerBits: 262_144,
} as const;
