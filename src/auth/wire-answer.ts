/** A response of the login endpoints as Home Assistant's clients expect it, independent of the transport. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An error response in the format of the REST API. */
export function refusal(status: number, message: string, code?: string): WireAnswer {
  return { status, body: code === undefined ? { message } : { message, code } };
}
