import type { ErrorCode, HubError } from '../../core/errors.ts';

/**
 * The HTTP status and meaning of each error [§7.1]. In addition to the specification: 403 (authenticated
 * without permission), 408 (body too slow), 409 (changed meanwhile), 413, 429, 500 (device or internal error)
 * and 503 (stopping).
 */
export const ERRORS: Readonly<Record<ErrorCode, { readonly status: number; readonly meaning: string }>> = {
  invalid_format: { status: 400, meaning: 'The request or one of its values has an invalid format' },
  invalid_info: { status: 400, meaning: 'A value of the request is not acceptable' },
  id_reuse: { status: 400, meaning: 'The `id` of a WebSocket command is not greater than the previous one' },
  unknown_command: { status: 400, meaning: 'There is no WebSocket command of this type' },
  unauthorized: { status: 403, meaning: 'The caller lacks the permission' },
  unauthenticated: { status: 401, meaning: 'A valid access token is needed' },
  forbidden: {
    status: 403,
    meaning: 'Refused for any caller, for example because of a wrong code or origin',
  },
  not_found: { status: 404, meaning: 'It does not exist, or the caller may not see it' },
  entity_not_found: { status: 404, meaning: 'The entity does not exist, or the caller may not see it' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not for this method' },
  not_supported: { status: 400, meaning: 'The entity or the server does not support this' },
  not_allowed: { status: 400, meaning: 'This is not allowed in the current state' },
  failed: { status: 400, meaning: 'The request could not be carried out' },
  service_validation_error: { status: 400, meaning: 'The service rejected its data or target' },
  home_assistant_error: { status: 500, meaning: 'A device or an integration failed' },
  template_error: { status: 400, meaning: 'A template is invalid or failed' },
  timeout: { status: 500, meaning: 'The operation took too long' },
  too_large: { status: 413, meaning: 'The request is too large' },
  request_timeout: { status: 408, meaning: 'The body of the request arrived too slowly' },
  too_many_requests: { status: 429, meaning: 'The caller has too many queued requests; retry later' },
  unavailable: { status: 503, meaning: 'The server is stopping, or its disk is full or read-only' },
  invalid_token_id: { status: 400, meaning: 'The token does not exist' },
  token_removing_error: { status: 500, meaning: 'Some of the tokens could not be removed' },
  invalid_current_password: { status: 400, meaning: 'The current password is wrong' },
  no_delete_self: { status: 400, meaning: 'Users cannot delete their own account' },
  id_in_use: { status: 400, meaning: 'Another item has this ID' },
  conflict: { status: 409, meaning: 'The item was changed since the caller read it' },
  already_exists: { status: 400, meaning: 'The item already exists' },
  config_not_found: { status: 404, meaning: 'The automation, script or scene does not exist' },
  invalid_start_time: { status: 400, meaning: 'The start is not a valid time' },
  invalid_end_time: { status: 400, meaning: 'The end is not a valid time' },
  invalid_time_range: { status: 400, meaning: 'The end is not after the start' },
  invalid_units: { status: 400, meaning: 'The unit cannot be converted to that of the statistic' },
  browse_media_failed: { status: 404, meaning: 'There is no such media' },
  search_media_failed: { status: 404, meaning: 'There is nothing to search' },
  resolve_media_failed: { status: 404, meaning: 'There is no such media to play' },
  start_stream_failed: { status: 500, meaning: 'The camera cannot be streamed' },
  update_failed: { status: 400, meaning: 'The preferences cannot be changed' },
  webrtc_offer_failed: { status: 400, meaning: 'The camera has no WebRTC' },
  webrtc_get_client_config_failed: { status: 400, meaning: 'The camera has no WebRTC' },
  webrtc_candidate_failed: { status: 400, meaning: 'The camera has no WebRTC' },
  unknown_issue: { status: 404, meaning: 'There is no such issue' },
  unknown_statistic_id: { status: 404, meaning: 'There are no statistics with this ID' },
  invalid_entity_id: { status: 400, meaning: 'The entity ID is invalid or of the wrong domain' },
  invalid_entity_ids: { status: 400, meaning: 'One of the entity IDs is not valid' },
  unknown_error: { status: 500, meaning: 'An internal error; the log has the details' },
};

/**
 * The HTTP status of an error. An unknown service is 400, since the path `/api/services/<domain>/<service>`
 * exists.
 */
export function statusOf(error: HubError): number {
  return error.translation?.key === 'service_not_found' ? 400 : ERRORS[error.code].status;
}
