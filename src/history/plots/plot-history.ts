import { domainOf } from '../../core/entity-id.ts';
import type { PlotQuery } from '../../core/plot-query.ts';
import { JsonBytes } from '../queries/json-bytes.ts';
import type { Sample } from '../samples/sample.ts';
import type { Bucket } from '../statistics/bucket-builder.ts';
import { numberOfState } from '../statistics/reading.ts';
import { type AttributeNumbers, plotAttributes } from './plot-attributes.ts';
import { type NumberSources, plotNumbers } from './plot-numbers.ts';
import { inPresentUnit } from './present-unit.ts';
import { RunBuilder, type StateRun, type StateRuns } from './state-runs.ts';

/** Domains whose states are numbers, and domains whose states are texts even if they look like numbers. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['counter', 'input_number', 'number']);
const OF_TEXTS: ReadonlySet<string> = new Set(['input_select', 'input_text', 'select', 'text']);
const GAPS: ReadonlySet<string | null> = new Set([null, '', 'unavailable', 'unknown']);
/** How far back a state other than a gap is searched for. */
const STEPS_BACK = 20;
/** The significant digits of a mean: more than a screen can show. */
const MEAN_DIGITS = 10;
const COLUMNS = ['start', 'min', 'mean', 'max', 'first', 'last', 'covered'] as const;

/** The dependencies of the query. */
interface Sources extends NumberSources {
  /** Resolves in a later tick of the thread. */
  readonly pause: () => Promise<void>;
}

/**
 * What a plot needs of entities as JSON text: `{start, entities: {id: plot}}`. A plot of numbers has buckets as
 * columns, a plot of states has runs; the plots of attributes are in its `attributes`, by name. Entities without any
 * in the range are left out.
 */
export async function* plotHistory(sources: Sources, query: PlotQuery): AsyncGenerator<Uint8Array> {
  const out = new JsonBytes();
  out.ascii(`{"start":${query.from},"entities":{`);
  let isFirst = true;
  for (const entityId of query.entityIds) {
    const plot = { entityId, from: query.from, to: query.to, points: query.points };
    const write = await plotOf(sources, plot);
    const attributes = query.attributes.get(entityId) ?? [];
    if (write !== undefined) {
      if (!isFirst) out.ascii(',');
      isFirst = false;
      out.quoted(entityId);
      out.ascii(':');
      write(out);
      if (attributes.length > 0)
        writeAttributes(out, await plotAttributes(sources.samples, { ...plot, attributes }));
      out.ascii('}');
    }
    if (out.isFull) yield out.take();
    await sources.pause();
  }
  out.ascii('}}');
  yield out.take();
}

interface EntityPlot extends Omit<PlotQuery, 'entityIds' | 'attributes'> {
  readonly entityId: string;
}

async function plotOf(sources: Sources, plot: EntityPlot): Promise<((out: JsonBytes) => void) | undefined> {
  if (await isNumeric(sources, plot)) {
    const { width, buckets } = await inPresentUnit(sources.samples, plot, await plotNumbers(sources, plot));
    return buckets.length === 0 ? undefined : (out) => writeNumbers(out, width, buckets);
  }
  const found = await stateRuns(sources, plot);
  return found.runs.length === 0 ? undefined : (out) => writeRuns(out, found);
}

/**
 * Whether an entity has numbers: by its domain, unit or state class, otherwise by its newest known state. The answer
 * does not depend on what else is in the range, so that it is the same for samples and roll-ups.
 */
async function isNumeric({ samples, statistics }: Sources, { entityId, to }: EntityPlot): Promise<boolean> {
  const domain = domainOf(entityId);
  if (OF_NUMBERS.has(domain)) return true;
  if (OF_TEXTS.has(domain)) return false;
  let before = to;
  for (let step = 0; step < STEPS_BACK; step += 1) {
    const sample: Sample | undefined = (await samples.lastBefore([entityId], before)).get(entityId);
    // Where no sample is kept anymore, there may still be roll-ups.
    if (sample === undefined) break;
    const { unit_of_measurement, state_class } = JSON.parse(sample.attributes) as Record<string, unknown>;
    if (typeof unit_of_measurement === 'string' || typeof state_class === 'string') return true;
    if (!GAPS.has(sample.state)) return numberOfState(sample.state) !== undefined;
    before = sample.at;
  }
  return statistics.series('rollup', entityId) !== undefined;
}

async function stateRuns(
  { samples }: Sources,
  { entityId, from, to, points }: EntityPlot,
): Promise<StateRuns> {
  const builder = new RunBuilder({ from, to, points });
  const inForce = (await samples.lastBefore([entityId], from)).get(entityId);
  if (inForce !== undefined) builder.add(inForce.at, inForce.state);
  for await (const part of samples.read({ entityIds: [entityId], from, to, withAttributes: false }))
    for (const { at, state } of part.samples) builder.add(at, state);
  return builder.finish();
}

/** Writes an object that is still open. */
function writeNumbers(out: JsonBytes, width: number, buckets: readonly Bucket[]): void {
  out.ascii('{');
  writeColumns(out, width, buckets);
}

function writeAttributes(out: JsonBytes, { width, buckets }: AttributeNumbers): void {
  out.ascii(',"attributes":{');
  for (const [index, [name, of]] of [...buckets].entries()) {
    if (index > 0) out.ascii(',');
    out.quoted(name);
    out.ascii(':{');
    writeColumns(out, width, of);
    out.ascii('}');
  }
  out.ascii('}');
}

function writeColumns(out: JsonBytes, width: number, buckets: readonly Bucket[]): void {
  out.ascii(`"kind":"numbers","width":${width}`);
  for (const column of COLUMNS) {
    const values = buckets.map((bucket) =>
      column === 'mean' ? Number(bucket.mean.toPrecision(MEAN_DIGITS)) : bucket[column],
    );
    out.ascii(`,"${column}":${JSON.stringify(values)}`);
  }
}

/** Writes an object that is still open. */
/** Writes an object that is still open. */
function writeRuns(out: JsonBytes, { runs, thinned }: StateRuns): void {
  out.ascii(`{"kind":"states","thinned":${thinned !== undefined},`);
  writeStates(out, runs);
  if (thinned === undefined) return;
  out.ascii(`,"width":${thinned.width},"brief":{`);
  writeStates(out, thinned.brief);
  out.ascii('}');
}

function writeStates(out: JsonBytes, runs: readonly StateRun[]): void {
  out.ascii(`"start":${JSON.stringify(runs.map(({ start }) => start))},"state":[`);
  for (const [index, { state }] of runs.entries()) {
    if (index > 0) out.ascii(',');
    if (state === null) out.ascii('null');
    else out.quoted(state);
  }
  out.ascii(']');
}
