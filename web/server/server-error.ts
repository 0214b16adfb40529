/** What the server says went wrong; all but the message may be missing. */
export interface ServerError {
  readonly message: string;
  readonly code?: unknown;
  readonly translation_key?: unknown;
  readonly translation_placeholders?: unknown;
}
