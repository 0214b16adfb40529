import type { Command, Flag } from './command.ts';

const dataDir: Flag = { type: 'string', hint: 'the data folder (default ./data, or HEARTH_DATA_DIR)' };

const topics: Readonly<Record<string, Flag>> = {
  publish: { type: 'string', hint: 'topic filters it may publish to, with commas between (default #)' },
  subscribe: { type: 'string', hint: 'topic filters it may listen to, with commas between (default #)' },
};

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    words: ['start'],
    summary: 'serve until stopped',
    options: {
      demo: { type: 'boolean', hint: 'add the simulated home' },
      host: { type: 'string', hint: 'the address to listen on (default 0.0.0.0)' },
      port: { type: 'string', hint: 'the port to listen on (default 8123; 0 takes a free one)' },
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
    summary: 'make a long-lived token and print it; it is shown this once',
    options: {
      name: { type: 'string', hint: 'what or whom it is for' },
      user: { type: 'string', hint: 'whose it is (default: the owner)' },
      days: { type: 'string', hint: 'how long it is good (default: until revoked)' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./token.ts')).createToken,
  },
  {
    words: ['token', 'list'],
    summary: 'list the tokens',
    options: { user: { type: 'string', hint: 'of this user only' }, 'data-dir': dataDir },
    load: async () => (await import('./token.ts')).listTokens,
  },
  {
    words: ['token', 'revoke'],
    argument: 'token',
    summary: 'end a token, by its id or name',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./token.ts')).revokeToken,
  },
  {
    words: ['user', 'create'],
    summary: 'make a user, or with --owner claim the house; the password is read from the input',
    options: {
      name: { type: 'string', hint: 'what the user is called' },
      username: { type: 'string', hint: 'the name to log in with (default: no login)' },
      owner: { type: 'boolean', hint: 'the owner of a house that nobody has claimed yet' },
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
    summary: 'give a user another password, read from the input; all logins of the user end',
    options: {
      username: { type: 'string', hint: 'the name to log in with, for a user who has none yet' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./user.ts')).setPassword,
  },
  {
    words: ['user', 'disable'],
    argument: 'user',
    summary: 'shut a user out: logins, tokens and open connections end',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./user.ts')).disableUser,
  },
  {
    words: ['user', 'enable'],
    argument: 'user',
    summary: 'let a disabled user in again',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./user.ts')).enableUser,
  },
  {
    words: ['mqtt', 'user', 'create'],
    argument: 'username',
    summary: 'let somebody in to the MQTT broker of Hearth; the password is read from the input',
    options: { ...topics, 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).createMqttUser,
  },
  {
    words: ['mqtt', 'user', 'list'],
    summary: 'list who may come in to the broker',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).listMqttUsers,
  },
  {
    words: ['mqtt', 'user', 'password'],
    argument: 'username',
    summary: 'give an MQTT user another password, read from the input',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).setMqttPassword,
  },
  {
    words: ['mqtt', 'user', 'topics'],
    argument: 'username',
    summary: 'say what an MQTT user may publish to and listen to',
    options: { ...topics, 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).setMqttTopics,
  },
  {
    words: ['mqtt', 'user', 'delete'],
    argument: 'username',
    summary: 'shut an MQTT user out, and end its connections',
    options: { 'data-dir': dataDir },
    load: async () => (await import('./mqtt-user.ts')).deleteMqttUser,
  },
  {
    words: ['audit'],
    summary: 'show who came in, failed to, and changed rights; the newest first',
    options: {
      limit: { type: 'string', hint: 'how many lines (default 50)' },
      before: { type: 'string', hint: 'only lines before this one' },
      action: { type: 'string', hint: 'only this action, such as login_failed' },
      'data-dir': dataDir,
    },
    load: async () => (await import('./audit.ts')).showAudit,
  },
  {
    words: ['check-config'],
    summary: 'read the settings and say what is wrong with them',
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
