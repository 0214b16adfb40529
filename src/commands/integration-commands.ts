import type { Command, Flag } from './command.ts';

const agreed: Readonly<Record<string, Flag>> = {
  yes: { type: 'boolean', hint: 'install it without a question' },
  'allow-more': { type: 'boolean', hint: 'allow files, programs and native modules without a question' },
};

/** The commands about integrations in processes. */
export function integrationCommands(dataDir: Flag): readonly Command[] {
  return [
    {
      words: ['integration', 'list'],
      summary: 'list the integrations that run in processes of their own',
      options: { 'data-dir': dataDir },
      load: async () => (await import('./integration.ts')).listIntegrations,
    },
    {
      words: ['integration', 'add'],
      argument: 'integration',
      summary: 'add an integration from a folder, a .tgz or a package; shows what it may do and asks first',
      options: { ...agreed, 'data-dir': dataDir },
      load: async () => (await import('./integration.ts')).addIntegration,
    },
    {
      words: ['integration', 'update'],
      argument: 'integration',
      summary: 'replace an added integration by another version; more permissions are asked for',
      options: { ...agreed, 'data-dir': dataDir },
      load: async () => (await import('./integration.ts')).updateIntegration,
    },
    {
      words: ['integration', 'remove'],
      argument: 'integration',
      summary: 'remove an added integration; its entries stay',
      options: { 'data-dir': dataDir },
      load: async () => (await import('./integration.ts')).removeIntegration,
    },
    {
      words: ['integration', 'log'],
      argument: 'integration',
      summary: 'show what the process of an integration of the running server wrote last',
      options: { 'data-dir': dataDir },
      load: async () => (await import('./integration.ts')).showIntegrationLog,
    },
  ];
}
