import { z } from 'zod';
import { RenderedTemplateShape } from '../../shapes/automation-shapes.ts';
import type { Templates, TemplateUpdate } from '../../templates.ts';
import { type Command, defineSubscription, type Feed } from '../command.ts';
import { latestEvent } from '../latest-event.ts';

/** Templates over the WebSocket: rendered, and again whenever what they read changes. */
export function templateCommands(templates: Templates): Command[] {
  return [
    defineSubscription({
      type: 'render_template',
      permission: 'user',
      summary: 'Renders a template, and again after each change it depends on',
      event: RenderedTemplateShape,
      fields: {
        template: z.string(),
        entity_ids: z.unknown().optional(),
        variables: z.record(z.string(), z.unknown()).default({}),
        timeout: z.number().nonnegative().optional(),
        strict: z.boolean().default(false),
        report_errors: z.boolean().default(false),
      },
      exact: 'variables',
      subscribe: ({ message, access }, feed) => {
        const { template, variables, timeout, strict, report_errors: reports } = message;
        const send = reporter(feed, reports);
        let isFirst = true;
        return templates.follow({ template, variables, timeout, strict, access }, (update) => {
          // Problems are sent ahead of the result, and again with the events that follow it.
          if (isFirst && reports) for (const problem of update.problems) feed.ahead(JSON.stringify(problem));
          isFirst = false;
          send(update);
        });
      },
    }),
  ];
}

/** Sends rendered results; only the newest to slow clients. */
function reporter(feed: Feed, reports: boolean): (update: TemplateUpdate) => void {
  let newest = '';
  const send = latestEvent(feed, () => newest);
  return ({ problems, event }) => {
    if (reports && !feed.isSlow()) for (const problem of problems) feed.event(JSON.stringify(problem));
    if (event === undefined) return;
    newest = event;
    send();
  };
}
