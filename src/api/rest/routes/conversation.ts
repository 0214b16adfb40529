import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { fault, HubError, reasonOf } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { type ConversationAgent, converse, utteranceFields } from '../../conversation.ts';
import { ConversationShape } from '../../shapes/automation-shapes.ts';
import { json, type Route } from '../route.ts';

const body = z.object(utteranceFields);

/** `/api/conversation/process`: carries out a sentence and returns the reply. */
export function conversationRoutes(agent: ConversationAgent, clock: Clock): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/conversation/process',
      permission: 'user',
      summary: 'Carries out a sentence: with sentence triggers of automations, else with intents',
      body,
      result: ConversationShape,
      answers: { 200: 'The response', 400: 'No text, or an unknown agent' },
      handle: async (request) => {
        const data = request.json('invalid_json');
        if (!isObject(data)) throw fault('invalid_format', 'message_format_incorrect_expected_object');
        return json(await converse(agent, clock, utteranceIn(data), request.access));
      },
    },
  ];
}

function utteranceIn(data: unknown): z.infer<typeof body> {
  try {
    return parse(body, data);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw fault('invalid_format', 'message_format_incorrect', { problem: reasonOf(error) }, { cause: error });
  }
}
