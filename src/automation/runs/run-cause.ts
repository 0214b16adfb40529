import type { CauseNotes } from '../../core/cause-notes.ts';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { State } from '../../core/state.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { Variables } from '../../jinja/template.ts';
import { dictGet, isDict } from '../../jinja/values/values.ts';
import { StateValue } from '../../templates/state-value.ts';

/** A run of an automation that starts. */
interface Beginning {
  readonly entity: Pick<Entity, 'id' | 'friendlyName'>;
  readonly context: Context;
  readonly at: number;
  readonly runId: string;
  /** The `id` of the automation in its file. */
  readonly itemId: string | undefined;
  readonly launch: {
    /** The context of what triggered it. */
    readonly cause: Context | null;
    /** Includes `trigger`. */
    readonly variables: Variables;
    /** The trigger's description. */
    readonly description: string | undefined;
    /** The path of the trigger in the trace. */
    readonly path: string;
  };
}

/** Records why a run started, with the change that triggered it, since contexts of plain changes are not kept. */
export function noteRunCause(causes: CauseNotes, run: Beginning): void {
  const { entity, context, at, runId, itemId, launch } = run;
  const { description, path, cause } = launch;
  const { trigger } = launch.variables;
  const [to, kind] = isDict(trigger) ? [dictGet(trigger, 'to_state'), dictGet(trigger, 'platform')] : [];
  const change = to instanceof StateValue ? to.state : undefined;
  causes.note({
    context: context.id,
    parent: context.parent_id,
    kind: 'automation',
    subject: entity.id,
    at,
    detail: {
      name: entity.friendlyName,
      run_id: runId,
      item_id: itemId,
      cause_user_id: cause?.user_id ?? undefined,
      trigger: description ?? null,
      trigger_kind: typeof kind === 'string' ? kind : undefined,
      path,
      trigger_entity_id: change?.entity_id,
      change: change !== undefined && context.parent_id === change.context.id ? recorded(change) : undefined,
    },
  });
}

function recorded({ state, last_changed, context, source }: State): Readonly<Record<string, unknown>> {
  const { user_id, parent_id } = context;
  return {
    ...{ state, at: last_changed },
    ...(user_id === null ? {} : { user_id }),
    ...(parent_id === null ? {} : { parent: parent_id }),
    ...(source === undefined ? {} : { source }),
  };
}

interface Acting {
  readonly id: string;
  readonly causes: CauseNotes;
  readonly context: Context;
  readonly setting: { readonly clock: Clock };
}

/** Records that a step of a run acts on the home. */
export function noteStepCause(
  { causes, context, setting, id }: Acting,
  step: { readonly path: string; readonly subject: string; readonly entities: readonly string[] },
): void {
  causes.note({
    context: context.id,
    parent: null,
    kind: 'step',
    subject: step.subject,
    at: setting.clock.now(),
    detail: { path: step.path, entity_ids: step.entities, run_id: id },
  });
}
