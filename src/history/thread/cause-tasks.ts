import type { Cause } from '../../core/cause-notes.ts';
import { recordedChange } from '../cause-log/recorded-change.ts';
import type { TaskContext } from './task.ts';

/** The tasks that record and return causes. */
export const causeTasks = {
  /** Adds causes, given as JSON text. */
  'causes.add': ({ causes }: TaskContext, text: string): void => causes.add(JSON.parse(text)),

  /** All causes of a context, oldest first. */
  'causes.ofContext': ({ causes }: TaskContext, context: string): readonly Cause[] =>
    causes.ofContext(context),

  /** The last change of an entity up to a time. */
  'causes.changeOf': (
    context: TaskContext,
    question: { readonly entityId: string; readonly until: number },
  ): Promise<Cause | undefined> => recordedChange(context, question),

  /** Moves the causes of an entity to its new ID. */
  'causes.rename': (
    { causes }: TaskContext,
    { from, to }: { readonly from: string; readonly to: string },
  ): void => causes.rename(from, to),

  /** Drops the causes before a time. */
  'causes.dropBefore': ({ causes }: TaskContext, at: number): Promise<number> => causes.dropBefore(at),
};
