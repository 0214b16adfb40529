/** The entry points started as programs or workers; each is bundled in its own place. */
export const ENTRY_POINTS = [
  'main',
  'storage/worker',
  'history/thread/history-worker',
  'auth/hash-program',
  'backup/archive/archive-program',
  'commands/rehearsal-program',
  'commands/import-program',
  'integrations/mqtt-broker/worker',
  'storage/yaml/yaml-worker',
];
