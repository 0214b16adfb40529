type Lists<Item> = Readonly<Record<string, (...parts: never[]) => Item[]>>;

/** The arguments of each function of a list; undefined leaves it out. */
export type PartsOf<All extends Lists<unknown>> = {
  readonly [Name in keyof All]: Parameters<All[Name]> | undefined;
};

/** Calls each function of a list with its arguments and returns all results in one list. */
export function makeAll<Item, All extends Lists<Item>>(
  lists: All & Lists<Item>,
  parts: PartsOf<All>,
): Item[] {
  return Object.entries(lists).flatMap(([name, make]) => {
    const own = parts[name];
    return own === undefined ? [] : make(...(own as never[]));
  });
}
