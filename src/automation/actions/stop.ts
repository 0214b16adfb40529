import { configFault } from '../config/config-problem.ts';
import { RunEnded } from '../runs/signals.ts';
import type { ActionKind } from './action.ts';

/** `stop`: ends the run, with a response or, with `error`, as a failure. */
export const stopAction: ActionKind = {
  keys: ['stop'],
  parse: (keys) => {
    const reason = keys.raw('stop') === null ? null : keys.text('stop');
    const isError = keys.boolean('error', false);
    const response = keys.optionalText('response_variable');
    if (keys.has('error') && response !== undefined) throw configFault('error_with_response', keys.path);
    return ({ run, scope, traced }) => {
      traced.result({ stop: reason, error: isError });
      const text = reason ?? 'stop';
      if (isError) {
        run.parts.log.info(`Error script sequence: ${text}`);
        throw new RunEnded('aborted', text);
      }
      if (response === undefined) throw new RunEnded('finished', text);
      if (!Object.hasOwn(scope.all, response))
        throw new RunEnded('aborted', `Response variable "${response}" is not defined`);
      throw new RunEnded('finished', text, scope.all[response]);
    };
  },
};
