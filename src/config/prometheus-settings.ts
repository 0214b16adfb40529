import { z } from 'zod';
import { schemaError } from '../core/schema-error.ts';
import { switchSetting, texts } from '../core/settings-block.ts';

const name = z.string(schemaError('expects_quoted_text'));
/** Names of series by entity ID, pattern or domain: `{override_metric: NAME}` each, as in Home Assistant. */
const overrides = z
  .record(z.string(), z.strictObject({ override_metric: name.optional() }), schemaError('expects_overrides'))
  .default({});

/** What `/api/prometheus` contains, in the form of Home Assistant's `prometheus:`. */
export const prometheusSettings = {
  namespace: name
    .regex(/^([a-zA-Z_:][\w:]*)?$/, schemaError('expects_metric_prefix'))
    .default('homeassistant')
    .describe('The prefix of the names of all series; empty for none.'),
  requires_auth: switchSetting(true).describe(
    'Whether a token is required. Without one, everybody who reaches the server sees all entities that the filter passes.',
  ),
  default_metric: name
    .nullable()
    .default(null)
    .describe('The name of the series of sensors that have no device class.'),
  override_metric: name.nullable().default(null).describe('The name of the series of all sensors.'),
  component_config: overrides.describe('The names of series of sensors by entity ID.'),
  component_config_glob: overrides.describe('The names of series of sensors by pattern of entity IDs.'),
  component_config_domain: overrides.describe('The names of series of sensors by domain.'),
  filter: {
    include_domains: texts('expects_domains').describe('Domains that are included, and no others.'),
    include_entities: texts('expects_entity_id_list').describe('Entities that are included, and no others.'),
    include_entity_globs: texts('expects_patterns').describe(
      'Patterns of entity IDs that are included, and no others.',
    ),
    exclude_domains: texts('expects_domains').describe('Domains that are left out.'),
    exclude_entities: texts('expects_entity_id_list').describe('Entities that are left out.'),
    exclude_entity_globs: texts('expects_patterns').describe('Patterns of entity IDs that are left out.'),
  },
};
