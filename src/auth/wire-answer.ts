/** An answer of the login endpoints as clients of the ecosystem expect it, whatever carries it. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A refusal in the form of REST errors. */
export function refusal(status: number, message: string, code?: string): WireAnswer {
  return { status, body: code === undefined ? { message } : { message, code } };
}
