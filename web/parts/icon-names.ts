/** Where the build lays the drawings of the whole icon set, and their names. */
declare const ICON_FOLDER: string;

let names: Promise<readonly string[]> | undefined;

/** The names of all icons of the set, without `mdi:`; fetched when somebody looks for one. */
export function iconNames(): Promise<readonly string[]> {
  names ??= load();
  return names;
}

async function load(): Promise<readonly string[]> {
  try {
    const answer = await fetch(`${ICON_FOLDER}/names.json`);
    const list: unknown = answer.ok ? await answer.json() : undefined;
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // The server may be away: whoever looks next asks again.
  }
  names = undefined;
  return [];
}
