/**
 * The commands that work while a connection shows the home as another user sees it: they read, and change nothing. A
 * command that is not named here is refused, so that a new one cannot act by accident.
 */
export const VIEW_COMMANDS: ReadonlySet<string> = new Set(
  (
    'auth/current_user brands/access_token calendar/event/subscribe config/area_registry/list ' +
    'config/category_registry/list config/device_registry/list config/entity_registry/get ' +
    'config/entity_registry/list config/entity_registry/list_for_display config/floor_registry/list ' +
    'config/label_registry/list energy/get_prefs energy/info energy/solar_forecast ' +
    'energy/fossil_energy_consumption frontend/get_icons frontend/get_system_data frontend/get_themes ' +
    'frontend/get_translations frontend/get_user_data frontend/get_version frontend/subscribe_system_data ' +
    'frontend/subscribe_user_data get_config get_panels get_services get_states hearth/cause hearth/dashboard/get ' +
    'hearth/energy/settings hearth/history/query hearth/profile/get hearth/rights hearth/second_factor ' +
    'history/history_during_period history/stream logbook/event_stream logbook/get_action_calls ' +
    'logbook/get_events lovelace/config lovelace/dashboards/list lovelace/dashboards/subscribe lovelace/info ' +
    'persistent_notification/get person/list ping recorder/get_statistics_metadata recorder/info ' +
    'recorder/list_statistic_ids recorder/statistic_during_period recorder/statistics_during_period ' +
    'repairs/list_issues script/config search/related subscribe_entities subscribe_events supported_features ' +
    'todo/item/list todo/item/subscribe unsubscribe_events vacuum/get_segments weather/subscribe_forecast'
  ).split(' '),
);
