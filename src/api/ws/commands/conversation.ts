import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import {
  AGENT_ID,
  type ConversationAgent,
  converse,
  requireAgent,
  requireSpeaker,
  utteranceFields,
} from '../../conversation.ts';
import { AgentsShape, TriggerSentencesShape, UnderstoodShape } from '../../shapes/assist-shapes.ts';
import { ConversationShape } from '../../shapes/automation-shapes.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** `conversation/process` and its relatives. */
export function conversationCommands(agent: ConversationAgent, clock: Clock): Command[] {
  return [
    defineCommand({
      type: 'conversation/process',
      permission: 'user',
      summary: 'Carries out a sentence: with sentence triggers of automations, else with intents',
      result: ConversationShape,
      fields: utteranceFields,
      handle: ({ message, access }) => converse(agent, clock, message, access),
    }),
    defineCommand({
      type: 'conversation/prepare',
      permission: 'user',
      summary: 'Loads the sentences of a language',
      result: Nothing,
      fields: { language: z.string().nullish(), agent_id: z.string().nullish() },
      handle: ({ message: { language, agent_id } }) => {
        requireAgent(agent_id);
        return agent.prepare(language ?? agent.language());
      },
    }),
    defineCommand({
      type: 'conversation/agent/list',
      permission: 'user',
      summary: 'Lists the conversation agents with the languages they support',
      result: AgentsShape,
      fields: { language: z.string().optional(), country: z.string().optional() },
      handle: ({ message: { language } }) => {
        const base = language?.split(/[-_]/)[0]?.toLowerCase();
        const supported_languages = agent.languages.filter((one) => base === undefined || one === base);
        return { agents: [{ id: AGENT_ID, name: 'Home Assistant', supported_languages }] };
      },
    }),
    defineCommand({
      type: 'conversation/sentences/list',
      permission: 'admin',
      summary: 'Lists the sentences of triggers',
      result: TriggerSentencesShape,
      fields: {},
      handle: () => ({ trigger_sentences: agent.triggerSentences() }),
    }),
    defineCommand({
      type: 'conversation/agent/homeassistant/debug',
      permission: 'user',
      summary: 'Describes how sentences are understood, without carrying them out',
      result: UnderstoodShape,
      fields: {
        sentences: z.array(z.string()).max(1000),
        language: z.string().optional(),
        device_id: z.string().nullish(),
      },
      handle: async ({ message: { sentences, language, device_id }, access }) => {
        requireSpeaker(access);
        const by = { language: language ?? agent.language(), deviceId: device_id, access };
        return { results: await agent.debug(sentences, by) };
      },
    }),
  ];
}
