import { isDecimal } from '../core/coerce.ts';
import { convert } from '../core/units.ts';
import type { PastQuestion, PastReadings } from '../helpers/entries/past-readings.ts';
import type { HubContext } from './hub-context.ts';

const DAY = 86_400_000;

interface PastState {
  readonly state: string;
  readonly attributes?: { readonly unit_of_measurement?: unknown };
}

/** Reads what entities showed from their history, or from imported statistics where it shows nothing new. */
export function pastReadings({ history: { thread } }: Pick<HubContext, 'history'>): PastReadings {
  const recorded = async ({ entityId, at, unit }: PastQuestion): Promise<string | null> => {
    const stream = thread.stream('history.states', {
      form: 'rest',
      entityIds: [entityId],
      ...{ after: at, before: at + 1, start: at, end: at + 1 },
      ...{ hasStart: true, significantOnly: false, isMinimal: false, hasAttributes: true },
    });
    const [rows = []] = (await jsonOf(stream)) as PastState[][];
    const [{ state, attributes } = { state: '', attributes: {} }] = rows;
    const own = attributes?.unit_of_measurement;
    if (!isDecimal(state)) return null;
    return typeof own === 'string' && unit !== null && own !== unit ? converted(state, own, unit) : state;
  };
  const compiled = async (
    { entityId, at, after, unit }: PastQuestion,
    known: string | null,
  ): Promise<string | null> => {
    for (const period of ['5minute', 'hour'] as const) {
      const stream = thread.stream('statistics.rows', {
        ...{ statisticIds: [entityId], period, types: ['state'], timeZone: 'UTC' },
        ...{ start: Math.max(after, at - DAY), end: at },
        ...{ units: {}, stateUnits: { [entityId]: unit } },
      });
      const rows = ((await jsonOf(stream)) as Record<string, { end: number; state: number | null }[]>)[
        entityId
      ];
      // Periods without changes repeat the reading that is known.
      const newest = rows?.findLast(
        ({ end, state }) => end <= at && state !== null && (known === null || state !== Number(known)),
      );
      if (newest !== undefined) return String(newest.state);
    }
    return null;
  };
  return {
    readingAt: async (question) => {
      // The reading that is known has its own time as its first moment.
      const before = await recorded({ ...question, at: question.after + 1 });
      const reading = await recorded(question);
      return reading !== null && reading !== before
        ? reading
        : ((await compiled(question, before)) ?? reading);
    },
  };
}

function converted(text: string, from: string, to: string): string | null {
  try {
    return String(Number(convert(Number(text), from, to).toPrecision(15)));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function jsonOf(stream: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
