/** An error in a value, with its path: keys and list indexes, outermost first. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The part of a fault below the given keys; undefined if it is elsewhere. */
export function faultIn(fault: Fault | undefined, ...keys: readonly (string | number)[]): Fault | undefined {
  if (fault === undefined || keys.some((key, i) => fault.path[i] !== key)) return undefined;
  return { path: fault.path.slice(keys.length), text: fault.text };
}

/** Parses the path in a server message: `… at '[0].choose[1].sequence'. Got …`. */
export function faultOf(message: string): Fault {
  const [whole, place = ''] = /\s+at '((?:\[\d+\]|\.?[^'.[\]]+)+)'/.exec(message) ?? [];
  if (whole === undefined) return { path: [], text: message };
  const path = [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) =>
    index === undefined ? key : Number(index),
  );
  return { path, text: message.replace(whole, '') };
}
