import { z } from 'zod';
import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { type Context, newContext } from '../core/context.ts';
import { fault } from '../core/errors.ts';

/** The fields of a sentence to process. */
export const utteranceFields = {
  text: z.string(),
  language: z.string().nullish(),
  conversation_id: z.string().nullish(),
  agent_id: z.string().nullish(),
  device_id: z.string().nullish(),
  satellite_id: z.string().nullish(),
};
const Utterance = z.object(utteranceFields);
type Utterance = z.infer<typeof Utterance>;

/** The agent's ID as an entity, and its former name. */
export const AGENT_ID = 'conversation.home_assistant';
const AGENT_IDS = [AGENT_ID, 'homeassistant', 'conversation.homeassistant'];

/** Processes sentences. */
export interface ConversationAgent {
  /** The languages with sentences. */
  readonly languages: readonly string[];
  /** The language of the home. */
  language(): string;
  /** Returns the reply, in the format of the interface. */
  process(utterance: {
    readonly text: string;
    readonly language: string;
    readonly conversationId: string | null;
    readonly deviceId?: string | null | undefined;
    readonly context: Context;
    readonly access: Access;
  }): Promise<{ readonly conversation_id: string }>;
  /** Loads what a language needs. */
  prepare(language: string): Promise<void>;
  /** Describes how sentences are understood; null for those that are not. */
  debug(
    sentences: readonly string[],
    by: { readonly language: string; readonly deviceId?: string | null | undefined; readonly access: Access },
  ): Promise<readonly unknown[]>;
  /** The sentences of triggers. */
  triggerSentences(): readonly string[];
}

/** Processes a sentence and returns the reply in the format of both interfaces. Throws `HubError`. */
export async function converse(
  agent: ConversationAgent,
  clock: Clock,
  { text, language, conversation_id: given, agent_id: agentId, device_id: deviceId }: Utterance,
  access: Access,
): Promise<{ readonly conversation_id: string }> {
  requireSpeaker(access);
  requireAgent(agentId);
  return agent.process({
    text,
    language: language ?? agent.language(),
    conversationId: given ?? null,
    deviceId,
    context: newContext(clock.now(), access.userId),
    access,
  });
}

/** Throws `unauthorized` for callers who may not control anything. */
export function requireSpeaker(access: Access): void {
  if (!access.may('control')) throw fault('unauthorized', 'unauthorized_to_speak');
}

/** Throws `invalid_format` for an agent that does not exist. */
export function requireAgent(agentId: string | null | undefined): void {
  if (agentId != null && !AGENT_IDS.includes(agentId))
    throw fault('invalid_format', 'unknown_conversation_agent', { agent_id: agentId.slice(0, 100) });
}
