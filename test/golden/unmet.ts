/** Domains whose rows wait for an issue to come; a test fails when one of them is there and still listed. */
export const DOMAINS_TO_COME: ReadonlySet<string> = new Set();

/** Rows that cannot hold, each with the reason. */
export const UNMET: Readonly<Record<string, string>> = {};

/** Rows of `automations.jsonl` that wait for what is not there yet. */
export const AUTOMATIONS_UNMET: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...[
      'trig_webhook_json',
      'trig_webhook_form',
      'trig_webhook_two_triggers',
      'trig_webhook_default_methods',
    ],
    ...['trig_pn_all', 'trig_pn_added_id', 'trig_pn_removed'],
    ...['purpose_switch_turned_on', 'purpose_button_pressed', 'purpose_select_changed'],
  ].map((id) => [id, 'Webhooks, notifications and purpose-specific triggers are still to be joined']),
);
