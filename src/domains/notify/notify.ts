import { isoTime } from '../../core/clock.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { text } from '../definition/field.ts';

/** The reported values of a notifier: the last message, in milliseconds since 1970. */
export interface NotifyValues {
  readonly [key: string]: unknown;
  readonly sent_at: number | null;
}

type NotifyView = EntityView<NotifyValues, Record<string, never>>;

/** Ways to send people a message. */
export const notifyDomain = defineDomain<NotifyValues, Record<string, never>>({
  name: 'notify',
  title: 'Notify',
  states: 'The time of the last message, in ISO 8601.',
  features: { title: 1 },
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'send_message',
      fields: {
        message: text({ required: true, example: 'The door is open.' }),
        title: text({ example: 'Front door', filter: { features: ['title'] } }),
      },
      plan: (notifier: NotifyView, { message, title }, { now }): Command<NotifyValues> => ({
        service: 'send_message',
        fields: { message, ...(title !== undefined && notifier.features.has('title') ? { title } : {}) },
        patch: { sent_at: now },
      }),
    }),
  ],
  present: ({ values: { sent_at } }) => ({
    state: sent_at == null ? null : isoTime(sent_at),
    attributes: {},
  }),
});
