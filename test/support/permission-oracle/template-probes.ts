import { HOME_FILTERS, HOME_FUNCTIONS, HOME_TESTS, homeLanguage } from '../../../src/templates/language.ts';
import type { Aim } from './aim.ts';
import { fill, rowOf, TABLES } from './probes.ts';

/** What does not access the home itself is applied to the result of what does. */
const WITHOUT_HOME = [["[states['<entity light>'], state_attr('<entity group>', 'entity_id')]"]];

/** A template and the name it tests. */
export interface TemplateProbe {
  readonly name: string;
  readonly template: (aim: Aim) => readonly string[];
  /** Whether it accesses the home itself. */
  readonly isHome: boolean;
}

const isOf = (list: readonly { readonly name: string }[], name: string): boolean =>
  list.some((one) => one.name === name);

/** Templates for each function, filter and test of the language, whether or not it accesses the home. */
export function templateProbes(): readonly TemplateProbe[] {
  const { filters, tests, globals } = homeLanguage();
  const forms: readonly (readonly [
    kind: string,
    names: Iterable<string>,
    home: readonly { readonly name: string }[],
    write: (name: string, args: readonly string[]) => string,
  ])[] = [
    ['function', globals.keys(), HOME_FUNCTIONS, (name, args) => `${name}(${args.join(', ')})`],
    [
      'filter',
      filters.keys(),
      HOME_FILTERS,
      (name, [first = 'none', ...rest]) =>
        `${first} | ${name}${rest.length > 0 ? `(${rest.join(', ')})` : ''}`,
    ],
    [
      'test',
      tests.keys(),
      HOME_TESTS,
      (name, [first = 'none', ...rest]) =>
        /^\w+$/.test(name)
          ? `${first} is ${name}${rest.length > 0 ? `(${rest.join(', ')})` : ''}`
          : `[${first}] | select('${name}', 1) | list`,
    ],
  ];
  const called = forms.flatMap(([kind, names, home, write]) =>
    [...names].map((name): TemplateProbe => {
      const args = isOf(home, name) ? rowOf(TABLES.arguments, name) : WITHOUT_HOME;
      if (args === undefined) throw new Error(`The ${kind} ${name} of templates has no probe`);
      return {
        name: `the ${kind} ${name}`,
        isHome: isOf(home, name),
        template: (aim) => fill(args, aim).map((one) => `{{ ${write(name, one)} }}`),
      };
    }),
  );
  return [
    ...called,
    ...TABLES.expressions.map((expression, index) => ({
      name: `expression ${index}`,
      isHome: true,
      template: (aim: Aim) => [`{{ ${fill(expression, aim)} }}`],
    })),
  ];
}
