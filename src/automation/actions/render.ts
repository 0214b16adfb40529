import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { Step } from '../runs/run.ts';

/** Renders a template of a step with its variables; undefined names are recorded as warnings in its trace. */
export function renderIn({ run, scope, traced }: Pick<Step, 'run' | 'scope' | 'traced'>) {
  const { rendering, mayRead } = run.parts.setting;
  const warn = (text: string): void => traced.warned(text);
  return (template: string, seen: Variables = scope.all): Value =>
    rendering.value(template, seen, mayRead, warn);
}
