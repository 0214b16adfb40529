import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { AutomationContext } from './automation-context.ts';
import type { Path } from './config-problem.ts';
import type { Mentions } from './mentions.ts';

/** What happened, as a trigger tells it. */
export interface Firing {
  /** What stands in `trigger` besides `id`, `idx`, `alias`, `platform` and `description`. */
  readonly variables: Variables;
  /** `trigger.description`; what `automation_triggered` has as its source. */
  readonly description?: string | undefined;
  /** What caused it; null where time did. */
  readonly context: Context | null;
  /** Takes what the run says to whoever set it off, null for nothing, when the run is over or there is none. */
  readonly answer?: ((text: string | null) => void) | undefined;
}

/** A `for:` that runs, as it outlives the process. */
export interface Wait {
  /** When it is over, in milliseconds since 1970. */
  readonly due: number;
  /** What the trigger needs to go on: plain values, states and template values. */
  readonly kept: Value;
}

/**
 * Where triggers keep what they wait for, so that a restart does not lose it. Undoing an attachment says nothing of its waits: whoever undoes it
 * knows whether they are over, as when an automation is turned off, or go on, as when the process ends.
 */
export interface Waits {
  /** Those that ran when the process ended, by the key the trigger gave them; taken once. */
  take(): ReadonlyMap<string, Wait>;
  /** Keeps a wait that begins; null says that it is over, in whatever way. */
  keep(key: string, wait: Wait | null): void;
  /** Says that a wait is over since it lasted, and goes on to what follows: at once, or when the disk has forgotten it, so that nothing follows twice. */
  over(key: string, next: () => void): void;
}

/** Where a trigger is attached. */
export interface Attachment {
  readonly setting: AutomationContext;
  /** What its limited templates see, and for `wait_for_trigger` the variables of the run. */
  readonly variables: Variables;
  readonly waits: Waits;
  /** The automation whose triggers these are. */
  readonly owner?: EntityId;
  fire(firing: Firing): void;
  /** Says that something was looked at and did not fire, and why, for traces. */
  passed?(firing: Firing, reason: string): void;
}

/** One trigger, parsed. It does nothing until attached; each attachment stands alone. */
export interface Trigger {
  attach(attachment: Attachment): Undo;
}

/** A kind of trigger. `parse` throws `ConfigProblem`; `config` is without the keys common to all and with `options` merged in. */
export interface TriggerKind {
  /** As in `trigger: state`. */
  readonly name: string;
  parse(config: Readonly<Record<string, unknown>>, path: Path, on: ParseHelp): Trigger;
}

/** What a parser may ask. */
export interface ParseHelp {
  /** Throws `ConfigProblem` where the text is no template. */
  checkTemplate(text: string, path: Path): void;
  /** Where it notes what the configuration names. */
  readonly mentions: Mentions;
}

/** A firing with all that stands in `trigger`, and the trigger's own `variables`, rendered. */
export interface TriggerFired extends Firing {
  /** Place in the list, disabled ones counted. */
  readonly index: number;
  /** The whole `trigger` variable. */
  readonly trigger: Variables;
  /** The trigger's own `variables`. */
  readonly own: Variables;
}

/** A list of triggers as automations, `wait_for_trigger` and `subscribe_trigger` have it. */
export interface TriggerList {
  readonly length: number;
  /** Attaches the enabled ones; `enabled` templates are rendered now. A trigger that cannot be attached is logged and the others stand; null where none does. */
  attach(
    attachment: Omit<Attachment, 'fire' | 'passed' | 'waits'> & {
      /** One for each place in the list. */
      readonly waits: (index: number) => Waits;
      fire(fired: TriggerFired): void;
      passed?(fired: TriggerFired, reason: string): void;
    },
  ): Undo | null;
}
