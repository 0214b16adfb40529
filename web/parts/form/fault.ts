/** What is wrong with a value, and where in it: keys and places in lists, from outside in. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The part of a fault that is about what stands under a key; undefined where it is about something else. */
export function faultIn(fault: Fault | undefined, ...keys: readonly (string | number)[]): Fault | undefined {
  if (fault === undefined || keys.some((key, i) => fault.path[i] !== key)) return undefined;
  return { path: fault.path.slice(keys.length), text: fault.text };
}

/** Reads where a message of the server says something is wrong: `… at '[0].choose[1].sequence'. Got …`. */
export function faultOf(message: string): Fault {
  const [whole, place = ''] = /\s+at '((?:\[\d+\]|\.?[^'.[\]]+)+)'/.exec(message) ?? [];
  if (whole === undefined) return { path: [], text: message };
  const path = [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) =>
    index === undefined ? key : Number(index),
  );
  return { path, text: message.replace(whole, '') };
}
