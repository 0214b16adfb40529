import type { Access } from '../core/access.ts';
import type { AssistHome } from './home-names.ts';
import type { Recognition } from './sentences/ranking.ts';
import { findTargets } from './targets.ts';
import { hasUnknown, type SpokenIn } from './understanding.ts';

/** How a sentence was understood, in the format of the interface. */
export interface DebugResult {
  readonly intent: { readonly name: string };
  readonly slots: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, { name: string; value: unknown; text: string }>>;
  readonly targets: Readonly<Record<string, { readonly matched: boolean }>>;
  readonly match: boolean;
  readonly sentence_template: string;
  readonly unmatched_slots: Readonly<Record<string, string>>;
  readonly source: 'builtin' | 'custom';
  readonly file?: string | null;
}

/** Describes how a sentence was understood, and the entities it means; carries nothing out. */
export function describe(
  recognition: Recognition,
  home: AssistHome,
  { access, area }: { readonly access: Access; readonly area: SpokenIn | undefined },
): DebugResult {
  const { sentence, slots } = recognition;
  const known = slots.filter(({ isUnknown }) => isUnknown !== true);
  const isMatch = !hasUnknown(recognition);
  return {
    intent: { name: sentence.intent },
    slots: Object.fromEntries(known.map(({ name, text, value }) => [name, text === '' ? value : text])),
    details: Object.fromEntries(known.map(({ name, text, value }) => [name, { name, value, text }])),
    targets: isMatch ? targetsOf(recognition, home, { access, area }) : {},
    match: isMatch,
    sentence_template: sentence.template,
    unmatched_slots: Object.fromEntries(
      slots.flatMap(({ name, text, isUnknown }) => (isUnknown === true && text !== '' ? [[name, text]] : [])),
    ),
    ...(sentence.file === undefined
      ? { source: 'builtin' as const }
      : { source: 'custom' as const, file: sentence.file }),
  };
}

function targetsOf(
  { slots }: Recognition,
  home: AssistHome,
  { access, area }: { readonly access: Access; readonly area: SpokenIn | undefined },
): DebugResult['targets'] {
  const value = (name: string): string | undefined => {
    const found = slots.findLast((slot) => slot.name === name)?.value;
    return found === undefined ? undefined : String(found);
  };
  const list = (name: string): readonly string[] | undefined => {
    const found = slots.findLast((slot) => slot.name === name)?.value;
    return found === undefined ? undefined : [found].flat().map(String);
  };
  const states = list('state');
  const constraints = {
    name: value('name'),
    area: value('area'),
    floor: value('floor'),
    domains: list('domain'),
    deviceClasses: list('device_class'),
    preferredArea: area?.id,
  };
  const { name, area: inArea, floor, domains, deviceClasses } = constraints;
  if ([name, inArea, floor, domains, deviceClasses, states].every((one) => one === undefined)) return {};
  const targets = findTargets(home, constraints, access);
  if (targets.reason !== undefined) return {};
  return Object.fromEntries(
    targets.states.map(({ entity_id: id, state }) => [
      id,
      { matched: states === undefined || states.includes(state) },
    ]),
  );
}
