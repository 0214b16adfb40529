import { message } from '../../core/messages.ts';
import { readBlocks } from './block-reader.ts';
import { changeValue } from './change-value.ts';
import type { DoubledKey } from './doubled-keys.ts';
import { type Fill, Place, pack, unpack } from './packed-value.ts';
import {
  type EntryReadout,
  faultOf,
  type ItemsReadout,
  type Readout,
  readOut,
  readOutItems,
  type TextReadout,
} from './readout.ts';
import type { YamlValue } from './scalar.ts';
import { type Fault, type Path, YamlFault } from './tree.ts';

/** A task for the YAML thread. */
export type YamlTask =
  | { readonly kind: 'read'; readonly text: string; readonly max?: number | undefined }
  | { readonly kind: 'read items'; readonly text: string; readonly of: 'list' | 'map' }
  | {
      readonly kind: 'change';
      readonly text: string;
      readonly at: Path;
      readonly value: unknown;
      readonly ordered: readonly string[];
    };

interface PackedReadout {
  readonly value: unknown;
  readonly tagged: readonly {
    readonly tag: string;
    readonly text: string;
    readonly path: Path;
    readonly offset: number;
  }[];
  readonly fault?: Fault | undefined;
}

/** The result of a `YamlTask`. */
export type YamlResult =
  | { readonly kind: 'read'; readonly readout: PackedReadout; readonly doubled: readonly DoubledKey[] }
  | {
      readonly kind: 'read items';
      readonly readout: PackedReadout;
      readonly doubled: readonly DoubledKey[];
      readonly offset: number;
      readonly entries: readonly (PackedReadout & Pick<EntryReadout, 'key' | 'from' | 'to'>)[] | undefined;
    }
  | { readonly kind: 'change'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Performs a task; runs in the thread. */
export function perform(task: YamlTask): YamlResult {
  switch (task.kind) {
    case 'read': {
      const quick = readBlocks(task.text);
      if (quick !== undefined) {
        const { max } = task;
        const readout =
          max !== undefined && holdsMoreThan(quick.value, max)
            ? {
                value: null,
                tagged: [],
                fault: { reason: message('yaml_too_many_values', { max }), offset: 0 },
              }
            : { value: pack(quick.value), tagged: [] };
        return { kind: 'read', readout, doubled: [] };
      }
      const { doubled, ...readout } = readOut(task.text);
      return { kind: 'read', readout: packed(readout), doubled };
    }
    case 'read items': {
      const { doubled, offset, entries, ...readout } = readOutItems(task.text, task.of);
      return {
        kind: 'read items',
        readout: packed(readout),
        doubled,
        offset,
        entries: entries?.map(({ key, from, to, ...entry }) => ({ key, from, to, ...packed(entry) })),
      };
    }
    case 'change':
      try {
        const { text, at, value, ordered } = task;
        const change = { at, value: unpack(value), ordered: new Set(ordered) };
        return { kind: 'change', text: changeValue(text, change) };
      } catch (error) {
        return { kind: 'fault', fault: faultOf(error) };
      }
  }
}

/** Unpacks the result of a `read` task. */
export function textReadout(result: YamlResult): TextReadout {
  if (result.kind !== 'read') throw new Error(`The thread for YAML answered ${result.kind}`);
  return { ...unpacked(result.readout), doubled: result.doubled };
}

/** Unpacks the result of a `read items` task. */
export function itemsReadout(result: YamlResult): ItemsReadout {
  if (result.kind !== 'read items') throw new Error(`The thread for YAML answered ${result.kind}`);
  const { readout, doubled, offset, entries } = result;
  return {
    ...unpacked(readout),
    doubled,
    offset,
    entries: entries?.map(({ key, from, to, ...entry }) => ({ key, from, to, ...unpacked(entry) })),
  };
}

/** Unpacks the result of a `change` task. Throws `YamlFault`. */
export function changedText(result: YamlResult): string {
  if (result.kind === 'fault') throw new YamlFault(result.fault.reason, result.fault.offset);
  if (result.kind !== 'change') throw new Error(`The thread for YAML answered ${result.kind}`);
  return result.text;
}

/** Whether a value holds more than `max` values, counting itself. */
function holdsMoreThan(value: YamlValue, max: number): boolean {
  const waiting: unknown[] = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    count += 1;
    if (count + waiting.length > max) return true;
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) waiting.push(item);
  }
  return false;
}

function packed({ value, tagged, fault }: Readout): PackedReadout {
  let whole: YamlValue = value;
  tagged.forEach((one, i) => {
    if (one.path.length === 0) whole = new Place(i);
    else one.fill(new Place(i));
  });
  return {
    value: pack(whole),
    tagged: tagged.map(({ tag, text, path, offset }) => ({ tag, text, path, offset })),
    ...(fault === undefined ? {} : { fault }),
  };
}

function unpacked({ value, tagged, fault }: PackedReadout): Readout {
  const fills = new Map<number, Fill>();
  const whole = unpack(value, (index, fill) => fills.set(index, fill));
  return {
    value: whole,
    tagged: tagged.map((one, i) => ({ ...one, fill: fills.get(i) ?? (() => {}) })),
    fault,
  };
}
