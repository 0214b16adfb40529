import { englishText, type Message, type MessageKey, type MessageParameters } from './messages.ts';

/**
 * Every code a caller can see. On the WebSocket it is sent as it stands [§7.2]; REST maps it in
 * `api/rest/status.ts`.
 */
export type ErrorCode =
  | 'invalid_format'
  | 'invalid_info'
  | 'id_reuse'
  | 'unknown_command'
  | 'unauthorized'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'entity_not_found'
  | 'method_not_allowed'
  | 'not_supported'
  | 'not_allowed'
  | 'failed'
  | 'service_validation_error'
  | 'home_assistant_error'
  | 'template_error'
  | 'timeout'
  | 'too_large'
  | 'request_timeout'
  | 'too_many_requests'
  | 'unavailable'
  | 'invalid_token_id'
  | 'token_removing_error'
  | 'invalid_current_password'
  | 'no_delete_self'
  | 'id_in_use'
  | 'conflict'
  | 'already_exists'
  | 'config_not_found'
  | 'invalid_start_time'
  | 'invalid_end_time'
  | 'invalid_time_range'
  | 'invalid_units'
  | 'browse_media_failed'
  | 'search_media_failed'
  | 'resolve_media_failed'
  | 'start_stream_failed'
  | 'update_failed'
  | 'webrtc_offer_failed'
  | 'webrtc_get_client_config_failed'
  | 'webrtc_candidate_failed'
  | 'unknown_issue'
  | 'unknown_statistic_id'
  | 'invalid_entity_id'
  | 'invalid_entity_ids'
  | 'unknown_error';

/** The machine-readable reason clients use to show a message in the user's language. */
export type Translation = {
  readonly domain: string;
  readonly key: string;
  readonly placeholders?: { readonly [name: string]: string | Translation };
};

interface ErrorOptions {
  readonly translation?: Translation | undefined;
  readonly reason?: Message | undefined;
  readonly cause?: unknown;
}

/** An error with a message of the catalog, so that apps can show it in the user's language. */
export class CatalogError extends Error {
  /** Undefined if `message` is text from elsewhere, such as a device. */
  readonly reason: Message | undefined;

  constructor(message: string, options: Pick<ErrorOptions, 'reason' | 'cause'>) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = options.reason;
  }
}

/**
 * An error that the caller caused or can act on. `message` is shown to the caller: it names the offending
 * value and contains no secrets.
 */
export class HubError extends CatalogError {
  override readonly name = 'HubError';
  readonly code: ErrorCode;
  /** Home Assistant's own name of the message, where it has one. */
  readonly translation: Translation | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.translation = options.translation;
  }
}

/** An error with a message of the catalog. */
export function fault(
  code: ErrorCode,
  key: MessageKey,
  parameters: MessageParameters = {},
  options: Omit<ErrorOptions, 'reason'> = {},
): HubError {
  return faultOf(code, { key, parameters }, options);
}

/** An error with a message of the catalog that is already at hand. */
export function faultOf(
  code: ErrorCode,
  reason: Message,
  options: Omit<ErrorOptions, 'reason'> = {},
): HubError {
  return new HubError(code, englishText(reason), { ...options, reason });
}

/** An error under another code, with its message. */
export function withCode(code: ErrorCode, error: HubError): HubError {
  return new HubError(code, error.message, { reason: error.reason, cause: error });
}

/** The translation of an error on the wire: Home Assistant's, or the catalog's for clients that want it. */
export function translationOf(
  { translation, reason }: Pick<HubError, 'translation' | 'reason'>,
  fromCatalog: boolean,
): Translation | undefined {
  return fromCatalog && reason !== undefined ? translationOfMessage(reason) : translation;
}

/** A message as clients receive it; messages among its placeholders become translations themselves. */
export function translationOfMessage({ key, parameters }: Message): Translation {
  const placeholders = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? translationOfMessage(value) : String(value),
  ]);
  return { domain: 'hearth', key, placeholders: Object.fromEntries(placeholders) };
}

/** The translation of anything thrown for clients that want the keys of errors; undefined without one. */
export function translationFor(thrown: unknown): Translation | undefined {
  return thrown instanceof CatalogError && thrown.reason !== undefined
    ? translationOfMessage(thrown.reason)
    : undefined;
}

/** The reason of an error for the message of another: as a message of the catalog if it has one. */
export function reasonOf(thrown: unknown): Message | string {
  return (thrown instanceof CatalogError ? thrown.reason : undefined) ?? messageOf(thrown);
}

/**
 * The error to show to a caller. Any other error becomes `unknown_error`; its message and stack only go to
 * the log.
 */
export function asHubError(thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  return fault('unknown_error', 'unknown_error', {}, { cause: thrown });
}

/**
 * The message of anything thrown. Only show messages of other errors in logs, or to the author of the text
 * that failed.
 */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
