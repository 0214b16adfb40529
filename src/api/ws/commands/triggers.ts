import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { mapValues } from '../../../core/map-values.ts';
import type { Purposes } from '../../frontend-texts/automation-texts.ts';
import {
  ConditionResultShape,
  DescriptionsShape,
  PurposesShape,
  TriggeredShape,
  ValidityShape,
} from '../../shapes/automation-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';
import { withErrorKeys } from '../error-keys.ts';

type Names = Readonly<Record<string, unknown>>;
type Kind = 'triggers' | 'conditions';

/** Automations as these commands use them. */
export interface TriggerTest {
  followTrigger(config: unknown, variables: Names, send: (json: string) => void): Undo;
  followCondition(config: unknown, access: Access, send: (json: string) => void): Undo;
  test(config: unknown, variables: Names): unknown;
  validate(parts: Names, access: Access): Readonly<Record<string, object>>;
  descriptions(of: Kind): Purposes;
  fitting(
    of: Kind,
    target: unknown,
    who: { readonly access: Access; readonly expandGroup: boolean },
  ): readonly string[];
}

const object = z.record(z.string(), z.unknown());
const variables = object.optional();
const condition = z.union([z.string(), object]);

/** Triggers and conditions as tried in the automation editor. */
export function triggerCommands(asked: TriggerTest): Command[] {
  return [
    defineSubscription({
      type: 'subscribe_trigger',
      permission: 'admin',
      summary: 'Notifies each time one of the triggers fires',
      event: TriggeredShape,
      fields: { trigger: z.union([z.array(object), object]), variables },
      exact: 'variables',
      subscribe: ({ message }, feed) =>
        asked.followTrigger(message.trigger, message.variables ?? {}, (json) => feed.event(json)),
    }),
    defineSubscription({
      type: 'subscribe_condition',
      permission: 'user',
      summary: 'Whether a condition holds, then each change',
      event: ConditionResultShape,
      fields: { condition },
      subscribe: ({ message, access }, feed) =>
        asked.followCondition(message.condition, access, (json) => feed.event(json)),
    }),
    defineCommand({
      type: 'test_condition',
      permission: 'admin',
      summary: 'Whether a condition holds now',
      result: ConditionResultShape,
      fields: { condition, variables },
      exact: 'variables',
      handle: ({ message }) => asked.test(message.condition, message.variables ?? {}),
    }),
    defineCommand({
      type: 'validate_config',
      permission: 'user',
      summary: 'Whether triggers, conditions and actions are valid',
      result: ValidityShape,
      fields: {
        triggers: z.unknown().optional(),
        conditions: z.unknown().optional(),
        actions: z.unknown().optional(),
      },
      handle: ({ message: { triggers, conditions, actions }, access, connection }) => {
        const verdicts = asked.validate({ triggers, conditions, actions }, access);
        return mapValues(verdicts, (verdict) => withErrorKeys(connection, verdict));
      },
    }),
    ...(['triggers', 'conditions'] as const).flatMap((kind) => [
      defineSubscription({
        type: `${kind.slice(0, -1)}_platforms/subscribe`,
        permission: 'user',
        summary: `The available entity ${kind}, such as those of lights, with the fields of their options`,
        event: DescriptionsShape,
        fields: {},
        subscribe: (_call, feed) => {
          feed.event(JSON.stringify(asked.descriptions(kind)));
          return () => {};
        },
      }),
      defineCommand({
        type: `get_${kind}_for_target`,
        permission: 'user',
        summary: `The entity ${kind} that apply to an entity of a target`,
        result: PurposesShape,
        fields: { target: object, expand_group: z.boolean().default(true) },
        handle: ({ message, access }) =>
          asked.fitting(kind, message.target, { access, expandGroup: message.expand_group }),
      }),
    ]),
  ];
}
