/** An error of the server; all but the message may be missing. */
export interface ServerError {
  readonly message: string;
  readonly code?: unknown;
  readonly translation_key?: unknown;
  readonly translation_placeholders?: unknown;
}

/** A message of the catalog; a placeholder may be a message itself. */
export interface Translation {
  readonly key: unknown;
  readonly placeholders?: unknown;
}
