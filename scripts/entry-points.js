/** What is started, as a program or as a worker: each is joined with its packages into a file at its own place. */
export const ENTRY_POINTS = [
  'main',
  'storage/worker',
  'auth/hash-program',
  'integrations/mqtt-broker/worker',
  'storage/yaml/yaml-worker',
];
