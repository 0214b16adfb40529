import type { Clock } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { converse, type Listener, utteranceFields } from '../../conversation.ts';
import { ConversationShape } from '../../shapes/automation-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** `conversation/process`: processes a sentence and returns the reply. */
export function conversationCommands(listener: Listener, clock: Clock): Command[] {
  return [
    defineCommand({
      type: 'conversation/process',
      permission: 'user',
      summary: 'Processes a sentence with the sentence triggers of automations',
      result: ConversationShape,
      fields: utteranceFields,
      handle: ({ message, access }) => {
        if (!access.may('control')) throw fault('unauthorized', 'unauthorized_to_speak');
        return converse(listener, clock, message, access);
      },
    }),
  ];
}
