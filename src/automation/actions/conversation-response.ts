import { str } from '../../jinja/values/printing.ts';
import type { ActionKind } from './action.ts';

/** `set_conversation_response`: sets the answer to a spoken sentence. */
export const conversationResponseAction: ActionKind = {
  keys: ['set_conversation_response'],
  parse: (keys) => {
    const isNone = keys.raw('set_conversation_response') === null;
    const template = isNone ? null : keys.template('set_conversation_response');
    return ({ run, scope, traced }) => {
      const { rendering, mayRead } = run.parts.setting;
      run.sentence = template === null ? null : str(rendering.text(template, scope.all, mayRead));
      traced.result({ conversation_response: run.sentence });
      return undefined;
    };
  },
};
