import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Clock } from '../../../core/clock.ts';
import { type Context, newContext } from '../../../core/context.ts';
import { fault } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import type { ExactJson } from '../../../core/json.ts';
import { ItemConfigShape } from '../../shapes/automation-shapes.ts';
import { ServiceResultShape } from '../../shapes/state-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

/** A sequence of actions to run once. */
interface ScriptRequest {
  readonly sequence: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  readonly access: Access;
}

/** Automations and scripts as these commands use them. */
export interface AutomationCommandParts {
  readonly clock: Clock;
  execute(request: ScriptRequest): Promise<unknown>;
  /** The original configuration of an entity; undefined if there is none. */
  configOf(domain: 'automation' | 'script', entityId: string): unknown;
}

/** Commands that read the configuration of automations and scripts, or run actions once. */
export function automationCommands(parts: AutomationCommandParts): Command[] {
  const { clock } = parts;
  return [
    ...(['automation', 'script'] as const).map((domain) =>
      defineCommand({
        type: `${domain}/config`,
        permission: 'admin',
        summary: `The configuration of the ${domain} with this entity ID`,
        result: ItemConfigShape,
        fields: { entity_id: z.string() },
        handle: ({ message }) => {
          const config = parts.configOf(domain, message.entity_id);
          if (config === undefined) throw fault('not_found', 'entity_not_found');
          return new RawJson(`{"config":${exactJsonText(config as ExactJson)}}`);
        },
      }),
    ),
    defineCommand({
      type: 'execute_script',
      permission: 'admin',
      summary: 'Runs actions once and returns their response',
      result: ServiceResultShape,
      fields: {
        sequence: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
        variables: z.record(z.string(), z.unknown()).default({}),
      },
      exact: 'variables',
      handle: async ({ message, access, caller }) => {
        const context = newContext(clock.now(), caller.user.id);
        const { sequence, variables } = message;
        const response = await parts.execute({ sequence, variables, context, access });
        return new RawJson(
          `{"context":${JSON.stringify(context)},"response":${JSON.stringify(response ?? null)}}`,
        );
      },
    }),
  ];
}
