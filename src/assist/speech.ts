import type { Access } from '../core/access.ts';
import type { State } from '../core/state.ts';
import type { Variables } from '../jinja/template.ts';
import { TemplateHost } from '../templates/host.ts';
import { NoReads } from '../templates/reads.ts';
import { StateValue } from '../templates/state-value.ts';
import type { TemplateService } from '../templates/template-service.ts';
import type { Outcome } from './intents/intent.ts';

/** Renders what is said in response, with what the speaker may read. */
export class Speech {
  private readonly templates: () => Promise<TemplateService>;

  constructor(templates: () => Promise<TemplateService>) {
    this.templates = templates;
  }

  /** Renders the response to an intent; `slots` are the texts that were said. */
  async response(
    template: string,
    slots: Readonly<Record<string, unknown>>,
    { outcome, access }: { readonly outcome: Outcome; readonly access: Access },
  ): Promise<string> {
    const templates = await this.templates();
    const host = new TemplateHost(templates.home, access.mayRead, new NoReads());
    const shown = (state: State): StateValue => new StateValue(state, host);
    const { matched = [], unmatched = [], speechSlots = {} } = outcome;
    const [first = unmatched[0]] = matched;
    const variables = {
      slots: { ...slots, ...speechSlots },
      state: first === undefined ? null : shown(first),
      query: { matched: matched.map(shown), unmatched: unmatched.map(shown) },
    };
    return singleSpaced(templates.render(template, variables as Variables, { host }));
  }

  /** Renders an error; `values` are the names it is about. */
  async error(template: string, values: Readonly<Record<string, string>>): Promise<string> {
    return singleSpaced((await this.templates()).render(template, values));
  }
}

function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
