import type { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Home } from '../../entities/home/home.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import type { FormValues } from './form.ts';
import type { FormField } from './form-field.ts';
import type { PastReadings, PastStates } from './past-readings.ts';
import type { SourceWatch } from './source-watch.ts';

/** The text of a template. Throws where it fails. */
export type RenderText = (template: string) => string;

/** What the helpers made by flows are built on. */
export interface EntryParts {
  readonly entities: Entities;
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly registry: EntityRegistry;
  readonly home: Pick<Home, 'facts'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Follows the entities that helpers compute from. */
  readonly watch: SourceWatch;
  /** What entities showed before the start; without it nothing is known. */
  readonly past?: PastReadings;
  /** The recorded states; without it nothing is known. */
  readonly pastStates?: PastStates;
  /** Loads what renders templates, which see the whole home. */
  readonly templates?: () => Promise<RenderText>;
}

/** A helper to open: an entry, or an item of the settings file. */
export interface HelperSource {
  /** Undefined for items of the settings file. */
  readonly entryId: string | undefined;
  /** Undefined for items of the settings file without one: they are not registered. */
  readonly uniqueId: string | undefined;
  readonly name: string;
  /** The object ID of its entity, if it is not the slug of the name. */
  readonly objectId?: string;
  readonly options: FormValues;
}

/** A helper of the settings file. */
export type FileHelper = Omit<HelperSource, 'entryId'>;

/** How a kind is written in the settings file: items of a section, with the kind's domain as `platform`. */
export interface FileForm {
  readonly section: 'sensor' | 'binary_sensor';
  /** Reads an item; some kinds have several helpers in one. */
  readonly schema: z.ZodType<readonly FileHelper[]>;
}

/** A helper's running entities. */
export interface OpenHelper {
  /** Removes the entities; their registry entries stay. */
  close(): void;
}

/** One form of a flow. */
export interface FormStep {
  readonly id: string;
  /** The fields, which may follow from what was entered before. */
  fields(entered: FormValues, parts: EntryParts): readonly FormField[];
  /** The code of an error that concerns the values together. */
  check?(entered: FormValues): string | undefined;
  /** The ID of the next form, if it is not the following one; null ends the flow. */
  next?(entered: FormValues): string | null;
  /** Whether "Next" or "Submit" is shown; null if that is not known. */
  readonly isLast: boolean | null;
  /** Whether clients show a preview. */
  readonly hasPreview?: boolean;
}

/** A kind of helper that is made by a flow, such as `threshold`. */
export interface EntryKind {
  readonly domain: string;
  readonly title: string;
  /** The versions of its options, as Home Assistant counts them. */
  readonly version: readonly [major: number, minor: number];
  readonly config: readonly FormStep[];
  readonly options: readonly FormStep[];
  /** The part of the entered values that is stored, if not all of them are. */
  stored?(entered: FormValues): FormValues;
  /** How it is written in the settings file, if it can be. */
  readonly file?: FileForm;
  /** Adds the entities. Throws for options that no longer fit. */
  open(source: HelperSource, parts: EntryParts): OpenHelper;
  /** What the entity would show, for the preview of a form; `changed` is called when it may have changed. */
  preview?(options: FormValues, parts: EntryParts, changed: () => void): Preview;
}

/** A preview that is updated until it is closed. */
export interface Preview {
  show(): { readonly state: string; readonly attributes: Readonly<Record<string, unknown>> };
  readonly close: Undo;
}
