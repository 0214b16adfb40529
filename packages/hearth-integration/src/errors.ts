/**
 * The device or service cannot be reached now: the flow says so, a running entry tries again. With a `code`, the flow
 * shows the text of `config.error.<code>`: `not_wled` if something else answers.
 */
export class NotReachable extends Error {
  override readonly name = 'NotReachable';
  readonly code: string;
  readonly field: string;

  constructor(message: string, code: string | ErrorOptions = 'cannot_connect', field = 'base') {
    super(message, typeof code === 'string' ? undefined : code);
    this.code = typeof code === 'string' ? code : 'cannot_connect';
    this.field = field;
  }
}

/** The user name, password or token is refused: the flow says so, a running entry asks for it again. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** An answer of a flow that is refused: the form is shown again with the text of `config.error.<code>`. */
export class FlowError extends Error {
  override readonly name = 'FlowError';
  readonly code: string;
  readonly field: string;

  constructor(code: string, field = 'base') {
    super(code);
    this.code = code;
    this.field = field;
  }
}

/** A flow that cannot go on: it ends with the text of `config.abort.<reason>`. */
export class FlowAbort extends Error {
  override readonly name = 'FlowAbort';
  readonly reason: string;
  readonly placeholders: Readonly<Record<string, string>> | undefined;

  constructor(reason: string, placeholders?: Readonly<Record<string, string>>) {
    super(reason);
    this.reason = reason;
    this.placeholders = placeholders;
  }
}

const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...[
    'EPIPE',
    'EHOSTDOWN',
    'ENETDOWN',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_SOCKET',
  ],
]);

/**
 * Throws `NotReachable` if another device answers at the address of an entry, such as after addresses were given out
 * anew: commands must not reach it.
 */
export function expectDevice(
  entry: { readonly uniqueId: string; readonly title: string },
  found: string | undefined,
): void {
  if (found !== entry.uniqueId)
    throw new NotReachable(
      `Another device (${found ?? 'unknown'}) answers at the address of ${entry.title} (${entry.uniqueId})`,
    );
}

/** Whether an error says that something cannot be reached: `NotReachable`, or one of Node's network errors. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof NotReachable) return true;
  if (!(error instanceof Error)) return false;
  // `fetch` says no more than this for anything that went wrong on the way.
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  const code = 'code' in error ? String(error.code) : '';
  return UNREACHABLE.has(code) || (error.cause !== undefined && isUnreachable(error.cause));
}

/** An error in words, with its cause. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, name } = error;
  const own = message === '' ? name : message;
  const code =
    'code' in error && !(error instanceof NotReachable) && !own.includes(String(error.code))
      ? ` (${String(error.code)})`
      : '';
  return cause instanceof Error ? `${own}${code}: ${errorText(cause)}` : `${own}${code}`;
}
