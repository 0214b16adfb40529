import { z } from 'zod';
import { parseSize } from '../core/byte-size.ts';
import { countSetting, switchSetting, textSetting } from '../core/settings-block.ts';

const MAX_DAYS = 36_500;
const DAYS = 'a number of days by name, such as camera: 7';
const SIZE = 'a size such as 500 MB or 2 GB';

/** One text or a list of texts, as Home Assistant accepts them. */
const texts = (expected: string) =>
  z
    .union([z.string(), z.array(z.string())], expected)
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .default([]);
const days = z.record(z.string(), countSetting(0, MAX_DAYS), DAYS).default({});
const selection = (verb: string) => ({
  domains: texts('domains, such as [camera, sun]').describe(`Domains ${verb}.`),
  entities: texts('entity IDs, such as [sensor.power]').describe(`Entities ${verb}.`),
  entity_globs: texts('patterns, such as [sensor.*_signal]').describe(`Patterns of entity IDs ${verb}.`),
});

/** What is recorded, in the form of Home Assistant's `recorder:`. */
export const recorderSettings = {
  purge_keep_days: countSetting(1, MAX_DAYS)
    .nullable()
    .default(null)
    .describe("Home Assistant's name of `history.keep_days`; if both are set, `history.keep_days` applies."),
  auto_purge: switchSetting(true).describe('Whether old history is deleted every night.'),
  auto_repack: switchSetting(true).describe(
    'Accepted for compatibility: disk space is always released at once.',
  ),
  commit_interval: countSetting(0, 3600)
    .default(1)
    .describe('Seconds between two writes to disk; what is newer is lost in a power cut.'),
  db_url: z
    .string('an address')
    .nullable()
    .default(null)
    .describe('Reported, but not used: see `history.store`.'),
  db_max_retries: countSetting(0, 1_000_000).default(10).describe('Accepted for compatibility.'),
  db_retry_wait: countSetting(0, 86_400).default(3).describe('Accepted for compatibility.'),
  include: selection('that are recorded, and no others'),
  exclude: {
    ...selection('that are not recorded'),
    event_types: texts('event types').describe('Event types that do not appear in the logbook.'),
  },
};

/** How long history is kept. */
export const historySettings = {
  keep_days: countSetting(1, MAX_DAYS)
    .nullable()
    .default(null)
    .describe('Days for which changes are kept; 365 if not set. Statistics are kept forever.'),
  keep: {
    domains: days.describe('Other numbers of days by domain.'),
    entities: days.describe('Other numbers of days by entity ID.'),
    labels: days.describe('Other numbers of days by label.'),
  },
  max_size: textSetting((value) => parseSize(value) !== undefined, SIZE)
    .nullable()
    .default(null)
    .meta({
      description:
        'The disk space of the history; beyond it the oldest changes are deleted, but no statistics.',
      shownDefault: '2 GB, or a tenth of the disk if that is less',
    }),
};
