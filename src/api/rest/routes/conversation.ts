import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { fault } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { type ConversationAgent, converse, utteranceFields } from '../../conversation.ts';
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
      answers: { 200: 'The response', 400: 'No text, or an unknown agent' },
      handle: async (request) => {
        const data = request.json('invalid_json_specified');
        if (!isObject(data)) throw fault('invalid_format', 'message_format_incorrect_expected_object');
        return json(await converse(agent, clock, parse(body, data), request.access));
      },
    },
  ];
}
