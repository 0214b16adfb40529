/** Names that depend on a home or its clock; recorded rows with one cannot be rendered without a home. */
const HOME_NAMES =
  /\b(states|state_attr|is_state|is_state_attr|has_value|state_translated|state_attr_translated|expand|distance|closest|entity_name|is_hidden_entity|areas|area_\w+|floors|floor_\w+|labels|label_\w+|device_entities|device_id|device_name|device_attr|is_device_attr|integration_entities|config_entry_\w+|issues|issue|now|utcnow|today_at|relative_time|time_since|time_until)\b/;

/** Whether a recorded template depends on a home. `test/jinja/golden.test.ts` renders the other rows. */
export function asksHome(row: {
  readonly template: string;
  readonly world?: string;
  readonly states?: unknown;
}): boolean {
  return row.world !== undefined || row.states !== undefined || HOME_NAMES.test(row.template);
}
