import { z } from 'zod';
import { parseSize } from '../core/byte-size.ts';
import { parsePostgresAddress } from '../core/postgres-address.ts';
import { schemaError } from '../core/schema-error.ts';
import { countSetting, switchSetting, textSetting, texts } from '../core/settings-block.ts';

const MAX_DAYS = 36_500;

const days = z.record(z.string(), countSetting(0, MAX_DAYS), schemaError('expects_days_by_name')).default({});
const seconds = z
  .record(z.string(), countSetting(1, 86_400), schemaError('expects_seconds_by_name'))
  .default({});
const selection = (verb: string) => ({
  domains: texts('expects_domains').describe(`Domains ${verb}.`),
  entities: texts('expects_entity_id_list').describe(`Entities ${verb}.`),
  entity_globs: texts('expects_patterns').describe(`Patterns of entity IDs ${verb}.`),
});

/** What is recorded, in the form of Home Assistant's `recorder:`. */
export const recorderSettings = {
  purge_keep_days: countSetting(1, MAX_DAYS)
    .nullable()
    .default(null)
    .describe(
      "Home Assistant's name of `history.keep_days`; if both are set, `history.keep_days` applies. A notification offers to raise a shorter one than 365.",
    ),
  auto_purge: switchSetting(true).describe('Whether old history is deleted every night.'),
  auto_repack: switchSetting(true).describe(
    'Accepted for compatibility: disk space is always released at once.',
  ),
  commit_interval: countSetting(0, 3600)
    .default(1)
    .describe(
      'Seconds between two writes of changes and last states to disk; what is newer is lost in a power cut.',
    ),
  db_url: z
    .string('an address')
    .nullable()
    .default(null)
    .describe('Reported in the log and by a notification, but not used: the history is in the data folder.'),
  db_max_retries: countSetting(0, 1_000_000).default(10).describe('Accepted for compatibility.'),
  db_retry_wait: countSetting(0, 86_400).default(3).describe('Accepted for compatibility.'),
  include: selection('that are recorded, and no others'),
  exclude: {
    ...selection('that are not recorded'),
    event_types: texts('expects_event_types').describe('Event types that do not appear in the logbook.'),
  },
};

/** What the logbook shows of what is recorded, in the form of Home Assistant's `logbook:`. */
export const logbookSettings = {
  include: selection('that are shown, and no others'),
  exclude: selection('that are not shown'),
};

/** How long history is kept. */
export const historySettings = {
  keep_days: countSetting(1, MAX_DAYS)
    .nullable()
    .default(null)
    .describe('Days for which changes are kept; 365 if not set. Statistics are kept forever.'),
  short_term_days: countSetting(1, MAX_DAYS)
    .default(30)
    .describe('Days for which statistics of five minutes are kept; those of hours are kept forever.'),
  keep: {
    domains: days.describe('Other numbers of days by domain.'),
    entities: days.describe('Other numbers of days by entity ID.'),
    labels: days.describe('Other numbers of days by label.'),
  },
  downsample: {
    domains: seconds.describe(
      'Intervals in seconds by domain: only the last change of each one is recorded.',
    ),
    entities: seconds.describe('Intervals in seconds by entity ID.'),
    labels: seconds.describe('Intervals in seconds by label.'),
  },
  store: textSetting((value) => parsePostgresAddress(value) !== undefined, 'expects_postgres_address')
    .nullable()
    .default(null)
    .meta({
      description:
        'A PostgreSQL server that keeps the changes. See [history](../guides/history.md#changes-in-postgresql).',
      shownDefault: 'the data folder',
    }),
  store_password: z
    .string(schemaError('expects_quoted_text'))
    .nullable()
    .default(null)
    .describe('The password for `history.store`, best as `!secret`.'),
  store_password_file: z
    .string(schemaError('expects_quoted_text'))
    .nullable()
    .default(null)
    .describe(
      'A file that contains the password for `history.store`; `history.store_password` takes precedence.',
    ),
  max_size: textSetting((value) => parseSize(value) !== undefined, 'expects_size')
    .nullable()
    .default(null)
    .meta({
      description:
        'The disk space of the history; beyond it the oldest changes are deleted, but no statistics.',
      shownDefault: '2 GB, or a tenth of the disk if that is less',
    }),
};
