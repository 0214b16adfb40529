import { TemplateError } from '../../jinja/template.ts';
import { jsonValue } from '../config/json-value.ts';
import type { ActionKind } from './action.ts';
import { renderIn } from './render.ts';

/** `event`: fires an event. */
export const eventAction: ActionKind = {
  keys: ['event'],
  parse: (keys) => {
    const type = keys.text('event');
    const data = ['event_data', 'event_data_template'].map((key) => {
      keys.tree(key);
      return keys.object(key);
    });
    return function* (step) {
      const { run, scope, traced } = step;
      const { setting, context, log } = run.parts;
      const { rendering, bus, clock } = setting;
      const eventData: Record<string, unknown> = Object.create(null);
      for (const tree of data) {
        if (tree === undefined) continue;
        try {
          const rendered = rendering.tree(tree, scope.all, renderIn(step));
          Object.assign(eventData, jsonValue(rendered, true));
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          log.error(`Error rendering event data template: ${error.message}`);
        }
      }
      traced.result({ event: type, event_data: eventData });
      yield* run.effect(step, { name: `event ${type}` }, () =>
        bus.fireCustom(type, eventData, clock.now(), context),
      );
    };
  },
};
