import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { type Bucket, BucketBuilder } from '../statistics/bucket-builder.ts';
import { envelopeRange } from '../statistics/envelope.ts';

/** Which attributes of an entity to read, in which range, in milliseconds; with at most `points` buckets for each. */
export interface AttributesQuery {
  readonly entityId: string;
  readonly attributes: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** The numbers of attributes by name, without those that had none, in buckets of the same width. */
export interface AttributeNumbers {
  readonly width: number;
  readonly buckets: ReadonlyMap<string, readonly Bucket[]>;
}

/** The numeric attributes of an entity as a plot draws them. There are no roll-ups of attributes, so all samples are read. */
export async function plotAttributes(store: SampleStore, query: AttributesQuery): Promise<AttributeNumbers> {
  const { entityId, from, to, points } = query;
  const range = envelopeRange(from, to, points);
  const builders = new Map(query.attributes.map((name) => [name, new BucketBuilder(range)]));
  // Neighboring samples often have the same attributes.
  let known = { text: '{}', values: {} as Readonly<Record<string, unknown>> };
  const add = ({ at, state, attributes: text }: Sample): void => {
    if (text !== known.text) known = { text, values: JSON.parse(text) };
    const isThere = state !== null && state !== 'unavailable';
    for (const [name, builder] of builders)
      builder.add(at, isThere && Object.hasOwn(known.values, name) ? finite(known.values[name]) : undefined);
  };
  const inForce = (await store.lastBefore([entityId], from)).get(entityId);
  if (inForce !== undefined) add(inForce);
  for await (const { samples } of store.read({ entityIds: [entityId], from, to, withAttributes: true }))
    for (const sample of samples) add(sample);
  const buckets = new Map<string, readonly Bucket[]>();
  for (const [name, builder] of builders) {
    const found = builder.finish();
    if (found.length > 0) buckets.set(name, found);
  }
  return { width: range.width, buckets };
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
