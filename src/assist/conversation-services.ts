import type { Clock } from '../core/clock.ts';
import { newContext } from '../core/context.ts';
import { text } from '../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../entities/services/service.ts';
import type { Agent } from './agent.ts';
import { Languages } from './languages.ts';

interface ServiceParts {
  readonly agent: Agent;
  readonly languages: Languages;
  readonly clock: Clock;
  /** The language of the home. */
  readonly language: () => string;
}

/** `conversation.process` and `conversation.reload`. */
export function conversationServices({ agent, languages, clock, language }: ServiceParts): PlainService[] {
  return [
    definePlainService({
      domain: 'conversation',
      name: 'process',
      fields: {
        text: text({ required: true, selector: { text: {} } }),
        language: text({ selector: { language: {} } }),
        agent_id: text({ selector: { conversation_agent: {} } }),
        conversation_id: text({ selector: { text: {} } }),
      },
      whole: true,
      response: 'optional',
      handle: (fields, { access, context }) =>
        agent.process({
          text: fields.text,
          language: fields.language ?? language(),
          conversationId: fields.conversation_id ?? null,
          context: newContext(clock.now(), access.userId, context.id),
          access,
        }),
    }),
    definePlainService({
      domain: 'conversation',
      name: 'reload',
      fields: {
        language: text({ selector: { text: {} } }),
        agent_id: text({ selector: { conversation_agent: {} } }),
      },
      admin: true,
      handle: (fields) => {
        languages.reload(fields.language === undefined ? undefined : Languages.of(fields.language));
      },
    }),
  ];
}
