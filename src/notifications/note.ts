import { z } from 'zod';
import { isObject } from '../core/coerce.ts';
import { schemaError } from '../core/schema-error.ts';

const MAX_ACTIONS = 10;
const MAX_TEXT = 255;

/** A button of a notification; pressing it fires an event with its `action`. */
const NoteAction = z.looseObject({
  action: z.string().min(1).max(MAX_TEXT),
  title: z.string().min(1).max(MAX_TEXT),
});

/**
 * The `data` of a notify service. What Home Assistant's apps know and Hearth does not is passed over, so that existing
 * automations keep working.
 */
export const NoteData = z.looseObject(
  {
    tag: z.string().max(MAX_TEXT).optional(),
    group: z.string().max(MAX_TEXT).optional(),
    url: z.string().max(2000).optional(),
    clickAction: z.string().max(2000).optional(),
    urgent: z.boolean().optional(),
    importance: z.string().optional(),
    push: z.looseObject({ 'interruption-level': z.string().optional() }).optional(),
    actions: z.array(NoteAction).max(MAX_ACTIONS).optional(),
    action_data: z.unknown().optional(),
  },
  schemaError('expects_notification_data'),
);
export type NoteData = z.infer<typeof NoteData>;

/** A notification on its way to people. */
export interface Note {
  readonly title: string | null;
  readonly message: string;
  /** A note replaces an earlier one with the same tag. */
  readonly tag: string | null;
  readonly group: string | null;
  /** Whether it makes a sound in quiet hours. */
  readonly isUrgent: boolean;
  /** The page of the app that it opens, a path. */
  readonly path: string | null;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
  /** Comes back in the event of an action. */
  readonly actionData: Readonly<Record<string, unknown>>;
}

/** The message that removes a note from the screen instead of showing one. */
export const CLEAR = 'clear_notification';

/** The note of a service call. */
export function noteOf(message: string, title: string | undefined, data: NoteData | undefined): Note {
  const path = data?.url ?? data?.clickAction;
  const level = data?.push?.['interruption-level'];
  return {
    title: title ?? null,
    message,
    tag: data?.tag ?? null,
    group: data?.group ?? null,
    isUrgent: data?.urgent === true || level === 'critical' || data?.importance === 'urgent',
    path: path?.startsWith('/') === true && !path.startsWith('//') ? path : null,
    actions: (data?.actions ?? []).map(({ action, title }) => ({ action, title })),
    actionData: isObject(data?.action_data) ? data.action_data : {},
  };
}
