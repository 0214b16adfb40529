import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { fault, HubError, reasonOf } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { converse, type Listener, utteranceFields } from '../../conversation.ts';
import { ConversationShape } from '../../shapes/automation-shapes.ts';
import { json, type Route } from '../route.ts';

const body = z.object(utteranceFields);

/** `/api/conversation/process`: processes a sentence and returns the reply. */
export function conversationRoutes(listener: Listener, clock: Clock): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/conversation/process',
      permission: 'user',
      summary: 'Processes a sentence with the sentence triggers of automations',
      body,
      result: ConversationShape,
      answers: { 200: 'The response', 400: 'No text' },
      handle: async (request) => {
        const data = request.json('invalid_json');
        if (!isObject(data)) throw fault('invalid_format', 'message_format_incorrect_expected_object');
        if (!request.access.may('control')) throw fault('unauthorized', 'unauthorized_to_speak');
        return json(await converse(listener, clock, utteranceIn(data), request.access));
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
