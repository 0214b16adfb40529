// Differences that are meant: `of` matches the name of the question and `shows` the difference.

/** Each with its reason. */
export const KNOWN_DIFFERENCES = [
  {
    because: 'refusals over REST name their code as well',
    of: /^GET /,
    shows: /^\.body\.code: "invalid_format", absent/,
  },
  {
    because: 'Home Assistant ignores a context ID that is malformed, and shows everything',
    of: /"context_id":"nothing"/,
    shows: /^\.result: 0 rows/,
  },
  {
    because: 'Home Assistant fails if a mean is asked of a statistic that has only sums',
    of: /^recorder\/statistic_during_period of (cmp:water|sensor\.cmp_imported), with types/,
    shows: /^\.(result: .*"mean":null|error: absent, "unknown_error")/,
  },
  {
    because:
      'our live entries say what later answers say; those of Home Assistant leave out what a parent context began with',
    of: /^logbook\/event_stream live/,
    shows: /^\.live\[\d+\]\.context_(state|entity_id|domain|service|event_type): ".*", absent/,
  },
];
