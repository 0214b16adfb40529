import type { Access } from '../../core/access.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Log } from '../../core/log.ts';
import { TickBudget } from '../../core/pacer.ts';
import { parseSentence, type Sentence, type Slots } from './sentence.ts';

/** A spoken sentence, and how it was understood. */
export interface SpokenSentence {
  readonly sentence: string;
  readonly slots: Slots;
  readonly details: Readonly<
    Record<string, { readonly name: string; readonly text: string; readonly value: string }>
  >;
  readonly device_id: null;
  readonly satellite_id: null;
  readonly user_input: Readonly<Record<string, unknown>>;
}

/** Called for a matching sentence; its result is spoken, null for the default answer. */
export type SentenceHandler = (sentence: SpokenSentence, context: Context) => Promise<string | null>;

/** A spoken sentence and its conversation. */
export interface Utterance {
  readonly text: string;
  readonly language: string;
  readonly conversationId: string | null;
  readonly context: Context;
  readonly access: Access;
}

/** The sentences that triggers listen for. */
export class Sentences {
  private readonly log: Log;
  private readonly clock: Clock;
  private readonly listeners = new Set<{
    readonly commands: readonly string[];
    readonly sentences: readonly Sentence[];
    readonly listener: SentenceHandler;
    readonly owner: EntityId | undefined;
  }>();

  constructor(log: Log, clock: Clock) {
    this.log = log;
    this.clock = clock;
  }

  /**
   * Subscribes to sentences; the answer of the run is spoken. Triggering the `owner` takes the permission to
   * control it; without an owner, the permission to read the whole home. Throws `ConfigProblem`.
   */
  register(commands: readonly string[], listener: SentenceHandler, owner?: EntityId): Undo {
    const sentences = commands.map((command) => parseSentence(command, ['command']));
    const registration = { commands, sentences, listener, owner };
    this.listeners.add(registration);
    return () => this.listeners.delete(registration);
  }

  /** The sentences of all triggers, without duplicates. */
  list(): string[] {
    return [...new Set([...this.listeners].flatMap(({ commands }) => commands))];
  }

  /**
   * Calls the listeners that match and returns the first answer: `Done` if there is none, null if nothing
   * matched.
   */
  async process({ text, language, conversationId, context, access }: Utterance): Promise<string | null> {
    const answers: Promise<string | null>[] = [];
    const tickBudget = new TickBudget(this.clock);
    for (const registration of [...this.listeners]) {
      const { sentences, listener, owner } = registration;
      if (owner === undefined ? access.mayRead !== null : !access.may('control', owner)) continue;
      let slots: Slots | undefined;
      for (const sentence of sentences) {
        if (tickBudget.isDue()) await tickBudget.nextTick();
        slots = sentence.match(text);
        if (slots !== undefined) break;
      }
      if (slots === undefined || !this.listeners.has(registration)) continue;
      const details = Object.fromEntries(
        Object.entries(slots).map(([name, said]) => [name, { name, text: said, value: said }]),
      );
      const input = { text, context, conversation_id: conversationId, device_id: null, satellite_id: null };
      const user_input = {
        ...input,
        language,
        agent_id: 'conversation.home_assistant',
        extra_system_prompt: null,
      };
      answers.push(
        listener(
          { sentence: text, slots, details, device_id: null, satellite_id: null, user_input },
          context,
        ),
      );
    }
    if (answers.length === 0) return null;
    const settled = await Promise.allSettled(answers);
    for (const one of settled)
      if (one.status === 'rejected')
        this.log.warn('An automation started by a sentence failed', { error: one.reason });
    return settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))[0] ?? 'Done';
  }
}
