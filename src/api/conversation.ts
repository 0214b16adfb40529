import { z } from 'zod';
import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { type Context, newContext, ulid } from '../core/context.ts';

/** The fields of a sentence to process. */
export const utteranceFields = {
  text: z.string(),
  language: z.string().nullish(),
  conversation_id: z.string().nullish(),
  agent_id: z.string().nullish(),
};
const Utterance = z.object(utteranceFields);
type Utterance = z.infer<typeof Utterance>;

/** Processes sentences. */
export interface Listener {
  /** Returns the reply; null if the sentence was not understood. */
  process(utterance: {
    readonly text: string;
    readonly language: string;
    readonly conversationId: string | null;
    readonly context: Context;
    readonly access: Access;
  }): Promise<string | null>;
}

const SORRY = "Sorry, I couldn't understand that";

/** Processes a sentence and returns the reply in the format of both interfaces. */
export async function converse(
  listener: Listener,
  clock: Clock,
  { text, language, conversation_id: given }: Utterance,
  access: Access,
): Promise<unknown> {
  const at = clock.now();
  const asked = { text, language: language ?? 'en', conversationId: given ?? null };
  const answer = await listener.process({ ...asked, context: newContext(at, access.userId), access });
  const isUnderstood = answer !== null;
  return {
    response: {
      speech: { plain: { speech: answer ?? SORRY, extra_data: null } },
      card: {},
      language: asked.language,
      response_type: isUnderstood ? 'action_done' : 'error',
      data: isUnderstood ? { success: [], failed: [] } : { code: 'no_intent_match' },
    },
    conversation_id: given ?? ulid(at),
    continue_conversation: false,
  };
}
