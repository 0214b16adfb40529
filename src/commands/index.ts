import { changesCommands } from './changes-commands.ts';
import type { Command, Flag } from './command.ts';
import { integrationCommands } from './integration-commands.ts';

const dataDir: Flag = { type: 'string', hint: 'the data folder (default ./data, or HEARTH_DATA_DIR)' };

const topics: Readonly<Record<string, Flag>> = {
  publish: { type: 'string', hint: 'topic filters it may publish to, separated by commas (default #)' },
  subscribe: { type: 'string', hint: 'topic filters it may subscribe to, separated by commas (default #)' },
};

const backupKey: Flag = { type: 'string', hint: 'a file with the passphrase of an encrypted backup' };

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    words: ['start'],
    summary: 'run the server until stopped',
    options: {
      demo: { type: 'boolean', hint: 'add the simulated home' },
      host: { type: 'string', hint: 'the address to listen on (default 0.0.0.0)' },
      port: { type: 'string', hint: 'the port to listen on (default 8123; 0 picks a free one)' },
      'data-dir': dataDir,
      'log-level': { type: 'string', hint: 'debug, info, warn or error (default info)' },
    },
    load: async () => {
      (await import('../storage/storage-thread.ts')).prepareStorageThread();
      return (await import('./start.ts')).start;
    },
  },
  {
    words: ['token', 'create'],
    summary: 'create a long-lived access token and print it; it is shown only once',
    options: {
      name: { type: 'string', hint: 'the name of the token' },
      user: { type: 'string', hint: 'the user of the token (default: the owner)' },
      days: { type: 'string', hint: 'days until it expires (default: never)' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./token.ts')).createToken,
  },
  {
    words: ['token', 'list'],
    summary: 'list the tokens',
    options: { user: { type: 'string', hint: 'only the tokens of this user' }, 'data-dir': dataDir },
    load: async () => (await import('./token.ts')).listTokens,
  },
  {
    words: ['token', 'revoke'],
    argument: 'token',
    summary: 'revoke a token by ID or name',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./token.ts')).revokeToken,
  },
  {
    words: ['user', 'create'],
    summary: 'create a user, or claim the server with --owner; the password is read from the input',
    options: {
      name: { type: 'string', hint: 'the display name of the user' },
      username: { type: 'string', hint: 'the username (default: no login)' },
      owner: { type: 'boolean', hint: 'create the owner of an unclaimed server' },
      role: { type: 'string', hint: 'administrator, user or read-only (default user)' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./user.ts')).createUser,
  },
  {
    words: ['user', 'list'],
    summary: 'list the users',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./user.ts')).listUsers,
  },
  {
    words: ['user', 'password'],
    argument: 'user',
    summary: 'change the password of a user, read from the input; all logins of the user end',
    options: {
      username: { type: 'string', hint: 'the username, for a user without one' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./user.ts')).setPassword,
  },
  {
    words: ['user', 'disable'],
    argument: 'user',
    summary: 'disable a user; logins, tokens and open connections end',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./user.ts')).disableUser,
  },
  {
    words: ['user', 'enable'],
    argument: 'user',
    summary: 'enable a disabled user',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./user.ts')).enableUser,
  },
  {
    words: ['mqtt', 'user', 'create'],
    argument: 'username',
    summary: 'create a user of the embedded MQTT broker; the password is read from the input',
    options: { ...topics, 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).createMqttUser,
  },
  {
    words: ['mqtt', 'user', 'list'],
    summary: 'list the users of the broker',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).listMqttUsers,
  },
  {
    words: ['mqtt', 'user', 'password'],
    argument: 'username',
    summary: 'change the password of an MQTT user, read from the input',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).setMqttPassword,
  },
  {
    words: ['mqtt', 'user', 'topics'],
    argument: 'username',
    summary: 'set the topics an MQTT user may publish and subscribe to',
    options: { ...topics, 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).setMqttTopics,
  },
  {
    words: ['mqtt', 'user', 'delete'],
    argument: 'username',
    summary: 'delete an MQTT user and end its connections',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).deleteMqttUser,
  },
  {
    words: ['audit'],
    summary: 'show the audit log: logins, failed logins and permission changes; the newest first',
    options: {
      limit: { type: 'string', hint: 'how many lines (default 50)' },
      before: { type: 'string', hint: 'only lines before this one' },
      action: { type: 'string', hint: 'only this action, such as login_failed' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./audit.ts')).showAudit,
  },
  ...integrationCommands(dataDir),
  {
    words: ['frontend', 'add'],
    argument: 'file',
    summary: 'install the official frontend of Home Assistant from its published wheel',
    options: {
      index: { type: 'string', hint: 'the package index to download it from (default PIP_INDEX_URL)' },
      'any-version': { type: 'boolean', hint: 'accept a version that Hearth does not know' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./frontend.ts')).addFrontend,
  },
  {
    words: ['frontend', 'remove'],
    summary: 'remove the official frontend',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./frontend.ts')).dropFrontend,
  },
  {
    words: ['frontend', 'status'],
    summary: 'show the version of the installed official frontend',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./frontend.ts')).showFrontend,
  },
  {
    words: ['tls', 'status'],
    summary: 'show whether HTTPS is on, with the fingerprint that devices compare before they trust it',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./tls.ts')).showTls,
  },
  {
    words: ['tls', 'on'],
    summary: "turn HTTPS on, with a certificate of the home's own authority",
    options: { 'data-dir': dataDir },
    load: async () => (await import('./tls.ts')).turnTlsOn,
  },
  {
    words: ['tls', 'off'],
    summary: 'turn HTTPS off',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./tls.ts')).turnTlsOff,
  },
  {
    words: ['history', 'export'],
    summary: 'write the recorded changes of a running server as CSV or JSON lines',
    options: {
      entities: { type: 'string', hint: 'entity IDs, separated by commas (default: all)' },
      start: {
        type: 'string',
        hint: 'the start, such as 2026-11-01 or 2026-11-01T08:00 (default: everything)',
      },
      end: { type: 'string', hint: 'the end, which is not included (default: now)' },
      format: { type: 'string', hint: 'csv or jsonl (default csv)' },
      output: { type: 'string', hint: 'the file to create (default: the standard output)' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./history.ts')).exportHistory,
  },
  {
    words: ['history', 'import'],
    argument: 'file',
    summary:
      'check a file that history export wrote, and import what is new into a running server with --yes',
    options: {
      check: { type: 'boolean', hint: 'only check and count, which is the default' },
      yes: { type: 'boolean', hint: 'import if no line is refused' },
      format: { type: 'string', hint: 'csv or jsonl (default: by the extension of the file)' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./history.ts')).importHistory,
  },
  {
    words: ['backup', 'create'],
    summary: 'create a backup of a running server; it counts once a server has started from it',
    options: {
      name: { type: 'string', hint: 'the name of the backup' },
      history: { type: 'boolean', hint: 'include the recorded history and the statistics' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./backup.ts')).createBackup,
  },
  {
    words: ['backup', 'list'],
    summary: 'list the backups, newest first',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./backup.ts')).listBackups,
  },
  {
    words: ['backup', 'check'],
    argument: 'backup',
    summary: 'verify every byte of a backup, by file or ID, and start a server from it in a temporary folder',
    options: { key: backupKey, 'data-dir': dataDir },
    load: async () => (await import('./backup.ts')).checkBackup,
  },
  {
    words: ['backup', 'items'],
    argument: 'backup',
    summary: 'list what of a backup of Hearth or Home Assistant can be restored with --only',
    options: { key: backupKey, 'data-dir': dataDir },
    load: async () => (await import('./backup-items.ts')).listItems,
  },
  {
    words: ['backup', 'restore'],
    argument: 'backup',
    summary: 'restore a backup, by file or ID, while the server is stopped; what it replaces is kept',
    options: {
      key: backupKey,
      history: { type: 'boolean', hint: 'replace the recorded history, too' },
      only: { type: 'string', hint: 'only these items, such as automation:evening,area:kitchen' },
      'dry-run': { type: 'boolean', hint: 'with --only: show what would change' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./backup.ts')).restoreBackup,
  },
  ...changesCommands(dataDir),
  {
    words: ['import'],
    argument: 'path',
    summary: 'import a configuration folder or a backup of Home Assistant while the server is stopped',
    options: {
      check: { type: 'boolean', hint: 'only report what would be imported' },
      key: { type: 'string', hint: 'a file with the key of an encrypted backup, such as the emergency kit' },
      exclude: { type: 'string', hint: 'users and tokens to leave out, by name or ID, separated by commas' },
      'no-history': { type: 'boolean', hint: 'leave out recorded history and statistics' },
      merge: { type: 'boolean', hint: 'merge areas, floors and labels with those of the same name here' },
      json: { type: 'boolean', hint: 'print the report as JSON' },
      follow: {
        type: 'string',
        hint: 'the address of a running Home Assistant to mirror until the migration; its token is read from the input',
      },
      'token-file': { type: 'string', hint: 'with --follow: a file with the access token' },
      'no-calls': { type: 'boolean', hint: 'with --follow: send no commands to it' },
      'stop-following': { type: 'boolean', hint: 'end --follow and delete the token' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./import.ts')).importHome,
  },
  {
    words: ['check-config'],
    summary: 'check the configuration and report its errors',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./check-config.ts')).checkConfig,
  },
  {
    words: ['version'],
    summary: 'print the version',
    options: {},
    load: async () => (await import('./version.ts')).version,
  },
];
