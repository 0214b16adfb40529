import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { Rendering } from './rendering.ts';
import { noNames } from './scope.ts';

/** Renders one template of a list of variables with the variables so far. */
type Render = (template: string, seen: Variables) => Value;

/** Renders variables in order, each with the previous ones. */
export function* renderInOrder(
  tree: Readonly<Record<string, unknown>>,
  variables: Variables,
  render: Render,
  rendering: Rendering,
): Generator<readonly [name: string, value: Value]> {
  const seen = Object.assign(noNames(), variables);
  for (const [name, config] of Object.entries(tree)) {
    const value = rendering.tree(config, seen, (template) => render(template, seen));
    seen[name] = value;
    yield [name, value];
  }
}

/** Adds the variables of the configuration; existing ones take precedence. Throws `TemplateError`. */
export function withDefaults(
  tree: Readonly<Record<string, unknown>>,
  variables: Variables,
  render: Render,
  rendering: Rendering,
): Variables {
  const added = Object.entries(tree);
  if (added.length === 0) return variables;
  const all = Object.assign(noNames(), variables);
  for (const [name, config] of added) {
    if (Object.hasOwn(all, name)) continue;
    all[name] = rendering.tree(config, all, (template) => render(template, all));
  }
  return all;
}
