import type { ErrorCode, HubError } from '../../core/errors.ts';

/**
 * The HTTP status of each error [§7.1]. 403 (known, but may not), 408 (the body comes too slowly), 409 (changed meanwhile), 413, 429, 500 (a device's or our own
 * failure) and 503 (stopping) go beyond the specification's list.
 */
const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_format: 400,
  invalid_info: 400,
  id_reuse: 400,
  unknown_command: 400,
  unauthorized: 403,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  entity_not_found: 404,
  method_not_allowed: 405,
  not_supported: 400,
  not_allowed: 400,
  failed: 400,
  service_validation_error: 400,
  home_assistant_error: 500,
  template_error: 400,
  timeout: 500,
  too_large: 413,
  request_timeout: 408,
  too_many_requests: 429,
  unavailable: 503,
  invalid_token_id: 400,
  token_removing_error: 500,
  invalid_current_password: 400,
  no_delete_self: 400,
  id_in_use: 400,
  conflict: 409,
  already_exists: 400,
  config_not_found: 404,
  invalid_start_time: 400,
  invalid_end_time: 400,
  invalid_entity_id: 400,
  invalid_entity_ids: 400,
  unknown_error: 500,
};

/** The HTTP status of an error. An unknown service is a bad request, since the path `/api/services/<domain>/<service>` is there. */
export function statusOf(error: HubError): number {
  return error.translation?.key === 'service_not_found' ? 400 : statuses[error.code];
}
