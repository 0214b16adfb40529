/** Ends only the block it is thrown in: a condition was not met. */
export class BlockEnded extends Error {
  override readonly name = 'BlockEnded';
}

/** Ends a whole run without being a failure; `continue_on_error` does not apply. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  readonly outcome: 'finished' | 'aborted' | 'cancelled' | 'interrupted';
  /** The response of `stop`; undefined if there is none. */
  readonly response: unknown;

  constructor(outcome: RunEnded['outcome'], message: string, response?: unknown) {
    super(message);
    this.outcome = outcome;
    this.response = response;
  }
}

/** If a called run did not finish, the step that waits for it ends its own run in the same way. */
export function rethrow(error: unknown, step: string): never {
  if (!(error instanceof RunEnded)) throw error;
  throw new RunEnded(error.outcome, `${step}: ${error.message}`);
}
