/** Commands and routes that are not read-only but write no configuration, by the reason. */
export const NOT_CONFIGURATION: Readonly<Record<string, readonly string[]>> = {
  'does something or only looks, and stores nothing': [
    ...['execute_script', 'fire_event', 'subscribe_trigger', 'hearth/see_as', 'blueprint/import'],
    ...['hearth/address/test', 'hearth/mqtt/settings/test', 'hearth/push/test', 'dismiss_system_state'],
    ...['trace/list', 'trace/get', 'trace/contexts', 'trace/debug/breakpoint/set'],
    ...['trace/debug/breakpoint/clear', 'trace/debug/breakpoint/list', 'trace/debug/breakpoint/subscribe'],
    ...['trace/debug/continue', 'trace/debug/step', 'trace/debug/stop', 'hearth/changes/preview'],
    'hearth/failures/subscribe',
    ...['POST /api/states/:entity_id', 'DELETE /api/states/:entity_id', 'POST /api/events/:event_type'],
    ...['POST /api/webhook/:webhook_id', 'PUT /api/webhook/:webhook_id'],
    ...['POST /api/hearth/notifications/action', 'POST /api/config/config_entries/entry/:entry_id/reload'],
    ...['POST /api/config/config_entries/flow', 'DELETE /api/config/config_entries/flow/:flow_id'],
    'POST /api/config/config_entries/options/flow',
    'DELETE /api/config/config_entries/options/flow/:flow_id',
    'POST /api/config/config_entries/subentries/flow',
    'DELETE /api/config/config_entries/subentries/flow/:flow_id',
  ],
  'is refused or accepted without effect: Hearth has no such setting': [
    ...['analytics/preferences', 'http/config/configure', 'http/config/promote', 'network/configure'],
    'labs/update',
    ...['config_entries/ignore_flow', 'config/entity_registry/settings/update', 'camera/update_prefs'],
  ],
  'undoes changes or restores items, and records that by itself': [
    ...['hearth/changes/undo', 'POST /api/hearth/changes/:id/undo', 'hearth/backup/items/restore'],
  ],
  'logs in, or claims a new home': [
    ...['POST /auth/claim', 'POST /auth/login_flow', 'POST /auth/login_flow/:flow_id'],
    ...['DELETE /auth/login_flow/:flow_id', 'POST /auth/token', 'POST /auth/revoke'],
    'POST /api/onboarding/users',
  ],
  'is content, not configuration: events, lists, pictures, media and what the log says': [
    ...['calendar/event/create', 'calendar/event/update', 'calendar/event/delete', 'todo/item/move'],
    ...['image/update', 'image/delete', 'POST /api/image/upload', 'media_source/local_source/remove'],
    ...['POST /api/media_source/local_source/upload', 'repairs/ignore_issue', 'logger/log_level'],
    'logger/integration_log_level',
  ],
  'changes the history, whose edits have an undo of their own': [
    ...['recorder/import_statistics', 'recorder/clear_statistics', 'recorder/update_statistics_metadata'],
    ...['recorder/change_statistics_unit', 'recorder/adjust_sum_statistics', 'hearth/statistics/repair'],
    ...['hearth/statistics/undo', 'hearth/energy/correct_prices', 'hearth/history/take_over'],
    ...['hearth/history/forget', 'POST /api/hearth/history/import'],
  ],
  'imports a whole home, after a backup that brings back the former one': [
    ...['hearth/import/check', 'hearth/import/run', 'hearth/import/cancel'],
  ],
  'is about backups and uploads, with the secrets of keys and storages': [
    ...['backup/generate', 'backup/generate_with_automatic_settings', 'backup/delete', 'backup/restore'],
    ...['backup/config/update', 'hearth/backup/keys/create', 'hearth/backup/keys/confirm'],
    ...['hearth/backup/keys/delete', 'hearth/backup/receive', 'POST /api/backup/upload'],
    ...['POST /api/onboarding/backup/upload', 'POST /api/onboarding/backup/restore'],
    ...['POST /api/hearth/upload', 'PUT /api/hearth/upload/:upload_id'],
    ...['DELETE /api/hearth/upload/:upload_id', 'hearth/backup/targets/save', 'hearth/backup/targets/delete'],
  ],
  'belongs to a phone or a browser, which registers again': [
    ...['mobile_app/push_notification_channel', 'mobile_app/push_notification_confirm'],
    ...['hearth/push/subscribe', 'hearth/push/unsubscribe'],
    'POST /api/mobile_app/registrations',
  ],
};

/** What would stop or relocate the server, or is recorded in another way. */
export const NOT_TRIED: ReadonlySet<string> = new Set([
  ...[
    'homeassistant.stop',
    'homeassistant.restart',
    'homeassistant.set_location',
    'mqtt.publish',
    'mqtt.dump',
  ],
  ...['hearth/changes/undo', 'POST /api/hearth/changes/:id/undo'],
  // The server registers the entities of backups once there are some.
  ...['backup/generate', 'backup/generate_with_automatic_settings', 'backup/config/update'],
  'backup.create_automatic',
]);
