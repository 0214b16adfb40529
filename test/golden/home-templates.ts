/** Names whose answers come from a home or its clock; the language alone cannot render a recorded row that uses one. */
const HOME_NAMES =
  /\b(states|state_attr|is_state|is_state_attr|has_value|state_translated|state_attr_translated|expand|distance|closest|entity_name|is_hidden_entity|areas|area_\w+|floors|floor_\w+|labels|label_\w+|device_entities|device_id|device_name|device_attr|is_device_attr|integration_entities|config_entry_\w+|issues|issue|now|utcnow|today_at|relative_time|time_since|time_until)\b/;

/** Whether a recorded template asks a home. The other rows are rendered by `test/jinja/golden.test.ts`. */
export function asksHome(row: {
  readonly template: string;
  readonly world?: string;
  readonly states?: unknown;
}): boolean {
  return row.world !== undefined || row.states !== undefined || HOME_NAMES.test(row.template);
}
