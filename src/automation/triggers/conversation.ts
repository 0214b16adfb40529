import { parseSentence } from '../config/sentence.ts';
import type { TriggerKind } from '../config/trigger.ts';

/** How long a speaker waits for an answer, in milliseconds; the run continues. */
const TIMEOUT_MS = 30_000;

/** `trigger: conversation`: a sentence is spoken. */
export const conversationTrigger: TriggerKind = {
  name: 'conversation',
  parse: (fields) => {
    const commands = fields.texts('command');
    fields.finish();
    if (commands.length === 0) throw fields.wrong('command', 'expects_sentences');
    for (const command of commands) parseSentence(command, fields.at('command'));
    return {
      attach: ({ setting, owner, fire }) => {
        const { sentences } = setting.ports;
        if (sentences === undefined) throw new Error('Nobody listens to sentences in this home');
        return sentences.register(
          commands,
          (sentence) =>
            new Promise((answer) => {
              const cancel = setting.clock.after(TIMEOUT_MS, () => answer(null));
              fire({
                variables: { ...sentence },
                context: null,
                answer: (text) => {
                  cancel();
                  answer(text);
                },
              });
            }),
          owner,
        );
      },
    };
  },
};
