import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Rendering } from '../config/rendering.ts';
import { meansYes } from '../config/truth.ts';

interface Renderer {
  readonly rendering: Pick<Rendering, 'follow'>;
  readonly mayRead: Access['mayRead'];
}

/** Calls `listener` when a template that was not true becomes true; a failed render changes nothing. */
export function becomesTrue(
  { rendering, mayRead }: Renderer,
  template: string,
  variables: Variables,
  listener: () => void,
): Undo {
  let was: boolean | undefined;
  return rendering.follow(
    template,
    variables,
    ({ value, error }) => {
      if (error !== undefined) {
        was ??= false;
        return;
      }
      const is = meansYes(value);
      if (was === false && is) listener();
      was = is;
    },
    mayRead,
  );
}
