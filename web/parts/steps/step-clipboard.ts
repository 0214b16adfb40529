import { toast } from '../../app/toasts.ts';
import { say } from '../../texts/say.ts';
import type { StepPlace } from '../form/form-field.ts';
import type { StepConfig } from './step-kind.ts';

const KEY = 'hearth.step';

/** A copied step; actions can be pasted where actions are, conditions where conditions are. */
interface Copied {
  readonly place: StepPlace;
  readonly step: StepConfig;
}

/** Copies a step for this and other automations and scripts, also in other tabs. */
export function copyStep(place: StepPlace, step: StepConfig): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ place, step } satisfies Copied));
    toast(say('action.copied'));
  } catch {
    // Without storage, a copy cannot be pasted elsewhere.
  }
}

/** The copied step that fits into a list; undefined if there is none. Conditions are actions, too. */
export function copiedStep(place: StepPlace): StepConfig | undefined {
  try {
    const copied: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof copied !== 'object' || copied === null || !('step' in copied)) return undefined;
    const { place: from, step } = copied as Copied;
    const fits = from === place || (from === 'conditions' && place === 'actions');
    return fits && typeof step === 'object' && step !== null ? step : undefined;
  } catch {
    return undefined;
  }
}
