import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const Handlers = object({
  domain: z.string(),
  handlers: object({ config_entry: z.boolean(), device: z.boolean() }),
});

/** The integrations whose diagnostics administrators may download from `/api/diagnostics`. */
export function diagnosticsCommands(diagnostics: Pick<Diagnostics, 'domains'>): Command[] {
  const handlersOf = (domain: string) => ({ domain, handlers: { config_entry: true, device: true } });
  return [
    defineCommand({
      type: 'diagnostics/list',
      permission: 'admin',
      summary: 'Integrations with diagnostics',
      result: z.array(Handlers),
      fields: {},
      handle: () => diagnostics.domains().map(handlersOf),
    }),
    defineCommand({
      type: 'diagnostics/get',
      permission: 'admin',
      summary: 'Which diagnostics an integration has',
      result: Handlers,
      fields: { domain: z.string().max(100) },
      handle: ({ message: { domain } }) => {
        if (!diagnostics.domains().includes(domain)) throw fault('not_found', 'diagnostics_not_supported');
        return handlersOf(domain);
      },
    }),
  ];
}
