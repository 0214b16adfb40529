import type { Constraints, NoTarget } from './targets.ts';

/** The key of an error response, and the values of its template. */
export interface FailureText {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What an error may be about, in the order of preference, by the reason. */
const SUBJECTS: Readonly<Partial<Record<NoTarget, readonly Subject[]>>> = {
  name: ['entity'],
  area: ['entity', 'device_class', 'domain'],
  floor: ['entity', 'device_class', 'domain'],
  domain: ['device_class', 'domain'],
  device_class: ['device_class', 'domain'],
  exposure: ['entity', 'device_class', 'domain'],
};

type Subject = 'entity' | 'device_class' | 'domain';

/** How it is said that nothing matches the constraints. */
export function noTargetText(reason: NoTarget, constraints: Constraints): FailureText {
  const { name, area, floor, states = [] } = constraints;
  switch (reason) {
    case 'unknown_area':
      return { key: 'no_area', values: { area: area ?? '' } };
    case 'unknown_floor':
      return { key: 'no_floor', values: { floor: floor ?? '' } };
    case 'feature':
      return { key: 'feature_not_supported', values: {} };
    case 'state':
      return { key: 'entity_wrong_state', values: { state: states[0] ?? '' } };
    case 'duplicate':
      return name === undefined
        ? { key: 'duplicate_targets', values: {} }
        : placed('duplicate_entities', { entity: name }, constraints);
    default:
      return missing(reason, constraints);
  }
}

function missing(reason: NoTarget, constraints: Constraints): FailureText {
  const said: Readonly<Record<Subject, string | undefined>> = {
    entity: constraints.name,
    device_class: constraints.deviceClasses?.[0],
    domain: constraints.domains?.[0],
  };
  const subject = SUBJECTS[reason]?.find((one) => said[one] !== undefined);
  if (subject === undefined) return { key: 'no_intent', values: {} };
  const places = reason === 'floor' ? { floor: constraints.floor } : constraints;
  const { key, values } = placed(`no_${subject}`, { [subject]: said[subject] ?? '' }, places);
  return { key: reason === 'exposure' ? `${key}_exposed` : key, values };
}

function placed(
  key: string,
  values: Readonly<Record<string, string>>,
  { area, floor }: Pick<Constraints, 'area' | 'floor'>,
): FailureText {
  if (area !== undefined) return { key: `${key}_in_area`, values: { ...values, area } };
  if (floor !== undefined) return { key: `${key}_in_floor`, values: { ...values, floor } };
  return { key, values };
}

/** How it is said that names, areas or floors are not known. */
export function unknownNameText(
  slots: readonly { readonly name: string; readonly text: string; readonly isUnknown?: boolean }[],
): FailureText {
  // Without a text, nobody named it: where the speaker is would have to be known.
  const unknown = (name: string) =>
    slots.find((slot) => slot.name === name && slot.isUnknown === true && slot.text !== '')?.text;
  const known = (name: string) => slots.find((slot) => slot.name === name && slot.isUnknown !== true)?.text;
  const [area, floor, entity] = [unknown('area'), unknown('floor'), unknown('name')];
  if (area !== undefined) return { key: 'no_area', values: { area } };
  if (floor !== undefined) return { key: 'no_floor', values: { floor } };
  if (entity === undefined) return { key: 'no_intent', values: {} };
  return placed('no_entity', { entity }, { area: known('area'), floor: known('floor') });
}
