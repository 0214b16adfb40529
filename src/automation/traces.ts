import type { Trace } from './trace.ts';

/** What is known of one run, as `trace/list` and `trace/get` show it. */
export type TraceJson = Readonly<Record<string, unknown>>;

/** The traces of the last runs of each automation and script. */
export class Traces {
  private readonly kept = new Map<string, Trace[]>();

  /** Keeps a trace that is over; `most` of the item stay. */
  add(trace: Trace, most: number): void {
    const { domain, itemId } = trace.facts;
    if (itemId === null) return;
    const key = `${domain}.${itemId}`;
    const list = this.kept.get(key) ?? [];
    list.push(trace);
    while (list.length > most) list.shift();
    this.kept.set(key, list);
  }

  async list(domain: string, itemId?: string): Promise<readonly TraceJson[]> {
    const lists =
      itemId === undefined ? [...this.kept.values()] : [this.kept.get(`${domain}.${itemId}`) ?? []];
    return lists
      .flat()
      .filter((trace) => trace.facts.domain === domain)
      .map((trace) => trace.short());
  }

  async get(domain: string, itemId: string, runId: string): Promise<TraceJson | undefined> {
    return this.kept
      .get(`${domain}.${itemId}`)
      ?.find((trace) => trace.facts.runId === runId)
      ?.long();
  }
}
