/** The build's folder of icon pieces, and the list of icon names. */
declare const ICON_FOLDER: string;

let names: Promise<readonly string[]> | undefined;

/** The names of all icons without `mdi:`, loaded on first use. */
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
    // Retried on the next use, since the server may be offline.
  }
  names = undefined;
  return [];
}
