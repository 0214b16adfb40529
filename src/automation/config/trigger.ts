import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { AutomationContext } from './automation-context.ts';
import type { Fields } from './fields.ts';
import type { ParseHelp } from './parse-help.ts';

/** An occurrence reported by a trigger. */
export interface Firing {
  /** The content of `trigger` besides `id`, `idx`, `alias`, `platform` and `description`. */
  readonly variables: Variables;
  /** `trigger.description`; the source in `automation_triggered`. */
  readonly description?: string | undefined;
  /** The context of the cause; null for time. */
  readonly context: Context | null;
  /**
   * Receives the conversation response of the run, null for none, when the run is finished or none was
   * started.
   */
  readonly answer?: ((text: string | null) => void) | undefined;
}

/** A running `for:`, as persisted. */
export interface Wait {
  /** When the wait is over, in milliseconds since 1970. */
  readonly due: number;
  /** The trigger's saved state: plain values, states and template values. */
  readonly saved: Value;
}

/**
 * Persists the waits of triggers across restarts. Detaching does not affect them: the caller decides whether
 * they are over, as when an automation is turned off, or continue, as when the process ends.
 */
export interface Waits {
  /** The waits from before the restart, by the trigger's key; can be taken once. */
  take(): ReadonlyMap<string, Wait>;
  /** Persists a new wait; null removes one that is over for any reason. */
  save(key: string, wait: Wait | null): void;
  /**
   * Ends a wait whose time has passed and calls `next`: at once, or after the wait is deleted from the
   * database, so that it never happens twice.
   */
  over(key: string, next: () => void): void;
}

/** The context of an attached trigger. */
export interface Attachment {
  readonly setting: AutomationContext;
  /** The variables of its limited templates and, for `wait_for_trigger`, of the run. */
  readonly variables: Variables;
  readonly waits: Waits;
  /** The automation of these triggers. */
  readonly owner?: EntityId;
  fire(firing: Firing): void;
  /** Reports to traces why an occurrence did not fire the trigger. */
  passed?(firing: Firing, reason: string): void;
}

/** A parsed trigger. Inactive until attached; attachments are independent. */
export interface Trigger {
  attach(attachment: Attachment): Undo;
}

/**
 * A kind of trigger. `parse` throws `ConfigProblem`; `fields` are without the common keys and with the
 * `options`.
 */
export interface TriggerKind {
  /** As in `trigger: state`. */
  readonly name: string;
  parse(fields: Fields, help: ParseHelp): Trigger;
}

/** A firing with the complete `trigger` variable and the trigger's own `variables`, rendered. */
export interface TriggerFired extends Firing {
  /** The index in the list, counting disabled ones. */
  readonly index: number;
  /** The whole `trigger` variable. */
  readonly trigger: Variables;
  /** The trigger's own `variables`. */
  readonly own: Variables;
}

/** A list of triggers, as used by automations, `wait_for_trigger` and `subscribe_trigger`. */
export interface TriggerList {
  readonly length: number;
  /**
   * Attaches the enabled triggers; `enabled` templates are rendered now. One that cannot be attached is
   * logged without affecting the others; null if none is attached.
   */
  attach(
    attachment: Omit<Attachment, 'fire' | 'passed' | 'waits'> & {
      /** One for each index in the list. */
      readonly waits: (index: number) => Waits;
      fire(fired: TriggerFired): void;
      passed?(fired: TriggerFired, reason: string): void;
    },
  ): Undo | null;
}
