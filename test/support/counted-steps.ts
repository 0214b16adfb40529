import { Session } from 'node:inspector';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * Counts how often the engine enters each function and block of matching sources: a measure of work that does
 * not depend on machine or load. Work inside a single platform call, such as `toUpperCase`, is not counted.
 */
export class CountedSteps {
  private readonly session = new Session();
  private readonly of: RegExp;

  constructor(of: RegExp) {
    this.of = of;
    this.session.connect();
    this.post('Profiler.enable');
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The steps since the last call. */
  take(): number {
    const { result } = this.post('Profiler.takePreciseCoverage') as Coverage;
    let sum = 0;
    for (const { url, functions } of result) {
      if (!this.of.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
    return sum;
  }

  end(): void {
    this.session.disconnect();
  }

  /** In the same thread, the inspector responds before `post` returns. */
  private post(method: string, params: Readonly<Record<string, unknown>> = {}): unknown {
    let answer: unknown;
    this.session.post(method, params, (error, result) => {
      if (error !== null) throw error;
      answer = result;
    });
    return answer;
  }
}
