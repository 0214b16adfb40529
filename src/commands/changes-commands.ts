import type { Command, Flag } from './command.ts';

const undoFlags: Readonly<Record<string, Flag>> = {
  'dry-run': { type: 'boolean', hint: 'only show what it would write' },
  force: { type: 'boolean', hint: 'overwrite what was changed since' },
};

/** `hearth changes …`. */
export function changesCommands(dataDir: Flag): readonly Command[] {
  return [
    {
      words: ['changes', 'list'],
      summary: 'list the changes of the configuration, the newest first',
      options: {
        limit: { type: 'string', hint: 'how many (default 50)' },
        before: { type: 'string', hint: 'only older ones than this ID' },
        'data-dir': dataDir,
      },
      load: async () => (await import('./changes.ts')).listRecordedChanges,
    },
    {
      words: ['changes', 'show'],
      argument: 'change',
      summary: 'show what a change did, and what its undo would write',
      options: { 'data-dir': dataDir },
      load: async () => (await import('./changes.ts')).showChange,
    },
    {
      words: ['changes', 'undo'],
      argument: 'change',
      summary: 'undo a change by its ID, also while the server is stopped',
      options: { ...undoFlags, 'data-dir': dataDir },
      load: async () => (await import('./changes.ts')).undoChange,
    },
    {
      words: ['changes', 'undo-to'],
      argument: 'time',
      summary: 'undo all changes since a time, such as 2026-03-01T18:30:00Z',
      options: { ...undoFlags, 'data-dir': dataDir },
      load: async () => (await import('./changes.ts')).undoTo,
    },
  ];
}
