import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { textSetting } from '../../core/settings-block.ts';
import type { Integration } from '../integration.ts';

const SETTINGS = {
  programs: {
    allowed: z
      .array(textSetting(isAbsolute, 'expects_programs'), schemaError('expects_programs'))
      .default([])
      .describe(
        'The programs that `command_line` and `shell_command` may run, as absolute paths. See [command line](../guides/command-line.md).',
      ),
  },
};

/** Programs as in Home Assistant's YAML, `command_line:` and `shell_command:`; only those that the owner lists. */
export const commandLineIntegration = {
  name: 'command_line',
  settings: SETTINGS,
  sections: [],
  open: async ({ entities, home, templates, clock, log, readItems, readSettings, settings }) => {
    const { CommandLinePart } = await import('./command-line-part.ts');
    const part = new CommandLinePart({
      ...{ port: entities, engine: home.engine, templates, clock, readItems },
      log: log.named('command_line'),
      allowed: async () => (await readSettings()).settings.programs.allowed,
      dataDir: settings.dataDir,
    });
    return { parts: [], partsAfterHelpers: [part] };
  },
} satisfies Integration<typeof SETTINGS>;
