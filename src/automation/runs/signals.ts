/** Ends the block it is thrown in, and nothing else: a condition was not met. */
export class BlockEnded extends Error {
  override readonly name = 'BlockEnded';
}

/** Ends a whole run in a way that is no failure and is not swallowed by `continue_on_error`. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  readonly outcome: 'finished' | 'aborted' | 'cancelled' | 'interrupted';
  /** What `stop` answers; undefined where there is none. */
  readonly response: unknown;

  constructor(outcome: RunEnded['outcome'], message: string, response?: unknown) {
    super(message);
    this.outcome = outcome;
    this.response = response;
  }
}

/** What kept another run from its end keeps the step that waits for it from its own. */
export function rethrow(error: unknown, step: string): never {
  if (!(error instanceof RunEnded)) throw error;
  throw new RunEnded(error.outcome, `${step}: ${error.message}`);
}
