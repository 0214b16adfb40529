import type { Aim, Aims } from './aim.ts';
import { aimsFor } from './aim.ts';
import type { Entered } from './callers.ts';
import { isChosen } from './is-chosen.ts';
import { type Answer, OracleClient } from './oracle-client.ts';
import type { OracleHome } from './oracle-home.ts';
import { Sight } from './sight.ts';

/** The walk of one caller: what it may see, its aims, and the violations found. */
export class Walk {
  readonly home: OracleHome;
  readonly caller: Entered;
  readonly sight: Sight;
  readonly aims: Aims;
  readonly client: OracleClient;
  /** One line per failed check: the request, and what should not have been shown or done. */
  readonly failures: string[] = [];
  checks = 0;

  private constructor(home: OracleHome, sight: Sight, aims: Aims) {
    this.home = home;
    this.caller = sight.caller;
    this.sight = sight;
    this.aims = aims;
    this.client = new OracleClient(home.hub, sight.caller.secret);
  }

  static async begin(home: OracleHome, caller: Entered): Promise<Walk> {
    const registries = await home.registries();
    const sight = new Sight(caller, registries, home.clock.now());
    return new Walk(home, sight, aimsFor(home, registries, sight));
  }

  /** Whether a check is part of this run. */
  chooses(...key: readonly string[]): boolean {
    return isChosen([this.caller.name, ...key].join(' '));
  }

  /** The aims of reading requests: for callers who may see everything there is only one. */
  get seenAims(): readonly Aim[] {
    const { hidden, readable, free } = this.aims;
    return [hidden, readable, free].filter((aim) => aim !== undefined);
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  /** Searches a response for words that the caller may not read and did not send. */
  search(question: string, { text }: Answer): void {
    this.checks += 1;
    for (const [word, keeper] of this.home.canaries.found(text, question)) {
      if (this.sight.sees(keeper)) continue;
      const at = text.toLowerCase().indexOf(word.toLowerCase());
      const around = text.slice(Math.max(0, at - 80), at + 80);
      this.fail(`${question} tells ${word} of ${JSON.stringify(keeper)}: …${around}…`);
    }
  }

  /** Compares the responses for a hidden target and an absent one. */
  compare(question: string, hidden: Answer, absent: Answer): void {
    this.checks += 1;
    const [one, other] = [hidden, absent].map(({ outcome, text }) =>
      this.aims.normalize(`${outcome} ${text}`),
    );
    if (one !== other) this.fail(`${question} tells hidden from absent: ${one} / ${other}`);
  }

  close(): void {
    this.client.close();
  }
}
