import type { TextKey } from '../../texts/catalog.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { filtersIn } from '../form/entity-filter.ts';
import type { Choice, FormField, FormValues } from '../form/form-field.ts';
import { fieldOf } from '../form/wire-selector.ts';
import { purposeText } from './purpose-text.ts';
import { type Described, field, type Purpose, type StepKind } from './step-kind.ts';

/** Distinguishes options from fields of the step. */
const OPTION = 'options.';

/** A purpose-specific trigger (`light.turned_on`) or condition, with the fields described by the server. */
export function purposeStep({
  name,
  title,
  iconPath,
  key,
}: {
  readonly name: string;
  readonly title: TextKey;
  readonly iconPath: string;
  readonly key: 'trigger' | 'condition';
}): StepKind {
  const known = (described: Described) => described[`${key}s`];
  return {
    name,
    title,
    iconPath,
    blank: { [key]: key === 'trigger' ? 'motion.detected' : 'light.is_on' },
    fields: (values, described) => {
      const purpose = known(described)[String(values[key])];
      return [
        field('pick', key, 'step.what', { isRequired: true, options: purposesOf(known(described)) }),
        ...(purpose === undefined ? [field('yaml', 'options', 'step.options_of')] : fieldsOf(purpose)),
      ];
    },
    toForm: (step, described) => {
      if (known(described)[String(step[key])] === undefined) return step;
      const { options, ...rest } = step;
      const spread = Object.entries((options ?? {}) as FormValues).map(([one, value]) => [
        OPTION + one,
        value,
      ]);
      return { ...rest, ...Object.fromEntries(spread) };
    },
    toStep: (values) => {
      const entries = Object.entries(values);
      const options = entries.flatMap(([one, value]) =>
        one.startsWith(OPTION) ? [[one.slice(OPTION.length), value]] : [],
      );
      const step = Object.fromEntries(entries.filter(([one]) => !one.startsWith(OPTION)));
      return options.length === 0 ? step : { ...step, options: Object.fromEntries(options) };
    },
    summary: (values) => purposeName(String(values[key])),
  };
}

/** The name of a purpose-specific trigger or condition: its domain and what happens. */
export function purposeName(key: string): string {
  const [domain = '', what = ''] = key.split('.');
  return `${wordOr(`purpose.of_${domain}`, wordOr(`domain.${domain}`, plain(domain)))}: ${purposeText(what)}`;
}

function purposesOf(purposes: Readonly<Record<string, Purpose>>): readonly Choice[] {
  const ids = Object.keys(purposes).filter((id) => id.includes('.')); // others have their own forms
  return ids.map((id) => ({ id, name: purposeName(id), detail: id }));
}

function fieldsOf({ target, fields }: Purpose): readonly FormField[] {
  const whom: FormField = {
    kind: 'target',
    name: 'target',
    label: say('services.target'),
    filters: filtersIn({ filter: target?.entity ?? [] }),
  };
  const own = Object.entries(fields).map(([name, wire]) =>
    fieldOf(OPTION + name, { ...wire, name: wordOr(`purpose.field_${name}`, plain(name)) }),
  );
  return target === undefined ? own : [whom, ...own];
}
