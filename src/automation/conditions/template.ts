import { Reads } from '../../templates/reads.ts';
import type { ConditionKind, Test } from '../config/condition.ts';
import type { Path } from '../config/config-problem.ts';
import type { ParseHelp } from '../config/parse-help.ts';

/** `condition: template`: it renders `true`, in any case; no other text counts. */
export const templateCondition: ConditionKind = {
  name: 'template',
  parse: (fields, help) => {
    const template = fields.template('value_template');
    return parseTemplateCondition(template, fields.at('value_template'), help);
  },
};

/** The short form of a condition: a template alone. */
export function parseTemplateCondition(template: string, path: Path, help: ParseHelp): Test {
  help.checkTemplate(template, path);
  return ({ setting: { rendering, mayRead }, variables, tracer }, _place, report, warn) => {
    const reads = tracer === undefined ? undefined : new Reads();
    const text = rendering.textWarned(template, variables, { mayRead, warn, reads });
    if (reads !== undefined) report({ entities: [...reads.entities] });
    return text.toLowerCase() === 'true';
  };
}
