import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import type { EnergyIssue } from './energy-preferences.ts';

/** An issue in words, with the entities it concerns. */
export function issueText({ type, affected_entities, translation_placeholders }: EnergyIssue): string {
  const text = wordOr(`energy.issue_${type}`, type);
  const names = affected_entities
    .map(([id, detail]) => (detail === null ? id : `${id} (${detail})`))
    .join(', ');
  const units = Object.values(translation_placeholders ?? {}).join(', ');
  return say('energy.issue', {
    text: units === '' ? text : `${text} ${say('energy.issue_units', { units })}`,
    names,
  });
}
