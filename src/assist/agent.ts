import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { type Context, ulid } from '../core/context.ts';
import type { Log } from '../core/log.ts';
import { TickBudget } from '../core/pacer.ts';
import type { State } from '../core/state.ts';
import type { ServiceEngine } from '../entities/services/service-engine.ts';
import type { AssistTexts } from './assist-texts.ts';
import { type DebugResult, describe } from './debugging.ts';
import { type FailureText, noTargetText, unknownNameText } from './failure-texts.ts';
import type { AssistHome } from './home-names.ts';
import { intentHandler } from './intents/index.ts';
import {
  type CodeRequest,
  IntentFailure,
  type IntentTools,
  NoTargetFailure,
  type Outcome,
} from './intents/intent.ts';
import { Languages } from './languages.ts';
import { OpenQuestions } from './open-questions.ts';
import { failed, type Reply, type ReplyResponse, said } from './reply.ts';
import type { LanguageModel } from './sentences/language-model.ts';
import type { Recognition } from './sentences/ranking.ts';
import type { Speech } from './speech.ts';
import { findTargets } from './targets.ts';
import { hasUnknown, type SpokenIn, type Understanding } from './understanding.ts';

/** Something said in a conversation. */
export interface Utterance {
  readonly text: string;
  readonly language: string;
  readonly conversationId: string | null;
  readonly deviceId?: string | null | undefined;
  readonly context: Context;
  readonly access: Access;
}

/** What the agent depends on. */
export interface AgentParts {
  readonly home: AssistHome;
  readonly engine: Pick<ServiceEngine, 'call' | 'has'>;
  readonly languages: Languages;
  readonly understanding: Understanding;
  readonly speech: Speech;
  readonly texts: AssistTexts;
  /** The sentence triggers of automations; null if none matches. */
  readonly triggers: { process(utterance: Utterance): Promise<string | null> };
  readonly clock: Clock;
  readonly log: Log;
  /** The present local time as a template value. */
  readonly now: () => unknown;
}

/** Carries out what is said: sentence triggers first, then the intents of sentences. */
export class Agent {
  private readonly parts: AgentParts;
  private readonly questions: OpenQuestions;

  constructor(parts: AgentParts) {
    this.parts = parts;
    this.questions = new OpenQuestions(parts.clock);
  }

  /** Returns what is said in reply. */
  async process(utterance: Utterance): Promise<Reply> {
    const conversationId = utterance.conversationId ?? ulid(this.parts.clock.now());
    const asked = { ...utterance, conversationId };
    const triggered = await this.parts.triggers.process(asked);
    const [response, continues] =
      triggered === null ? await this.understood(asked) : [said(asked.language, triggered), false];
    return { response, conversation_id: conversationId, continue_conversation: continues };
  }

  /** Loads what a language needs. */
  async prepare(tag: string): Promise<void> {
    const language = Languages.of(tag);
    if (language !== undefined) await this.parts.languages.model(language);
  }

  /** Describes how sentences are understood; null for those that are not. Nothing is carried out. */
  async debug(
    sentences: readonly string[],
    { language: tag, deviceId, access }: Pick<Utterance, 'language' | 'deviceId' | 'access'>,
  ): Promise<(DebugResult | null)[]> {
    const language = Languages.of(tag);
    if (language === undefined) return sentences.map(() => null);
    const { languages, understanding, home, clock } = this.parts;
    const model = await languages.model(language);
    const area = understanding.areaOf(deviceId, access);
    const tickBudget = new TickBudget(clock);
    const results: (DebugResult | null)[] = [];
    for (const text of sentences) {
      if (tickBudget.isDue()) await tickBudget.nextTick();
      const recognition = understanding.understand(model, text, { area, access });
      results.push(recognition === null ? null : describe(recognition, home, { area, access }));
    }
    return results;
  }

  private async understood(
    utterance: Utterance & { readonly conversationId: string },
  ): Promise<readonly [ReplyResponse, boolean]> {
    const { text, language: tag, access, deviceId } = utterance;
    const language = Languages.of(tag);
    const { languages, understanding, texts } = this.parts;
    if (language === undefined)
      return [failed(tag, 'no_intent_match', await texts.text('en', 'assist_not_understood')), false];
    const model = await languages.model(language);
    const code = this.questions.answer(utterance);
    if (code !== undefined) return [await this.withCode(model, utterance, code), false];
    const area = understanding.areaOf(deviceId, access);
    const recognition = understanding.understand(model, text, { area, access });
    if (recognition === null) return [await this.failure(model, tag, noIntent), false];
    if (hasUnknown(recognition))
      return [await this.failure(model, tag, unknownNameText(recognition.slots), 'no_valid_targets'), false];
    return this.carriedOut(model, recognition, { ...utterance, area });
  }

  private async carriedOut(
    model: LanguageModel,
    { sentence, slots }: Recognition,
    utterance: Utterance & { readonly conversationId: string; readonly area: SpokenIn | undefined },
  ): Promise<readonly [ReplyResponse, boolean]> {
    const { language, access, context, area } = utterance;
    const { intent, block } = sentence;
    const request = {
      ...{ intent, access, context, preferredArea: area?.id },
      slots: new Map(slots.map(({ name, value, text }) => [name, { value, text }])),
    };
    try {
      const outcome = await intentHandler(intent)(request, this.tools(utterance));
      if (outcome.needsCode !== undefined) return [await this.askCode(utterance, outcome.needsCode), true];
      const template = model.responses.get(intent)?.get(block.response ?? 'default');
      const spoken = Object.fromEntries(
        slots.map(({ name, value, text }) => [name, text === '' ? value : text]),
      );
      const speech =
        outcome.speech ??
        (template === undefined
          ? ''
          : await this.parts.speech.response(template, spoken, { outcome, access }));
      return [said(language, speech, outcome), false];
    } catch (error) {
      return [await this.failed(model, language, error), false];
    }
  }

  private async failed(model: LanguageModel, tag: string, error: unknown): Promise<ReplyResponse> {
    if (error instanceof NoTargetFailure) {
      const text = noTargetText(error.reason, error.constraints);
      return this.failure(model, tag, text, 'no_valid_targets');
    }
    if (error instanceof IntentFailure) {
      this.parts.log.info(`A sentence was not carried out: ${error.message}`);
      return this.failure(model, tag, { key: error.response, values: {} }, 'failed_to_handle');
    }
    this.parts.log.warn('A sentence could not be carried out', { error });
    return this.failure(model, tag, { key: 'handle_error', values: {} }, 'unknown');
  }

  private async failure(
    model: LanguageModel,
    tag: string,
    { key, values }: FailureText,
    code: Parameters<typeof failed>[1] = 'no_intent_match',
  ): Promise<ReplyResponse> {
    const template = model.errors.get(key) ?? model.errors.get('handle_error') ?? '';
    return failed(tag, code, await this.parts.speech.error(template, values));
  }

  private async askCode(
    utterance: Utterance & { readonly conversationId: string },
    request: CodeRequest,
  ): Promise<ReplyResponse> {
    this.questions.ask(utterance, request);
    const language = Languages.of(utterance.language) ?? 'en';
    const name = nameOf(request.state);
    return said(utterance.language, await this.parts.texts.text(language, 'assist_say_code', { name }));
  }

  private async withCode(
    model: LanguageModel,
    utterance: Utterance,
    { domain, service, state, code }: CodeRequest & { readonly code: string },
  ): Promise<ReplyResponse> {
    const { language } = utterance;
    try {
      await this.tools(utterance).call(domain, service, { entity_id: state.entity_id, code });
    } catch {
      const text = await this.parts.texts.text(Languages.of(language) ?? 'en', 'assist_wrong_code', {
        name: nameOf(state),
      });
      return failed(language, 'failed_to_handle', text);
    }
    const response = service === 'unlock' ? 'HassTurnOff' : 'HassTurnOn';
    const template = model.responses.get(response)?.get('lock') ?? '';
    const outcome: Outcome = {
      success: [{ name: nameOf(state), type: 'entity', id: state.entity_id }],
      matched: [this.parts.home.states.get(state.entity_id) ?? state],
    };
    const { access } = utterance;
    return said(language, await this.parts.speech.response(template, {}, { outcome, access }), outcome);
  }

  private tools({ access, context }: Utterance): IntentTools {
    const { home, engine, now } = this.parts;
    return {
      find: (constraints) => findTargets(home, constraints, access),
      has: (domain, service) => engine.has(domain, service),
      current: (state) => home.states.get(state.entity_id) ?? state,
      now,
      call: async (domain, service, data) => {
        const returnResponse = service === 'get_items';
        const { response } = await engine.call({ domain, service, data, access, context, returnResponse });
        return response;
      },
    };
  }
}

const noIntent: FailureText = { key: 'no_intent', values: {} };

function nameOf({ entity_id: id, attributes: { friendly_name: name } }: State): string {
  return typeof name === 'string' ? name : id;
}
