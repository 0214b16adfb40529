import { IntentFailure, type IntentHandler } from './intent.ts';
import { LIST_INTENTS } from './list-intents.ts';
import { QUESTION_INTENTS } from './question-intents.ts';
import { SERVICE_INTENTS } from './service-intents.ts';

const unsupported: IntentHandler = ({ intent }) => {
  throw new IntentFailure(`The intent ${intent} is not supported`);
};

/** What carries out an intent. */
export function intentHandler(name: string): IntentHandler {
  return SERVICE_INTENTS.get(name) ?? QUESTION_INTENTS.get(name) ?? LIST_INTENTS.get(name) ?? unsupported;
}
