import { readFileSync } from 'node:fs';

/**
 * Reads the JSON file next to a test (`x.json` for `x.test.ts`) and returns the function that gets a table of it by
 * name. The function throws if the table is missing or empty, so that no loop over cases runs without any.
 */
export function testData(test: string): <T>(name: string) => T {
  const file = test.replace(/(\.test)?\.ts$/, '.json');
  const tables: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  return <T>(name: string): T => {
    const table = tables[name];
    if (typeof table !== 'object' || table === null || Object.keys(table).length === 0)
      throw new Error(`${file} has no ${name}`);
    return table as T;
  };
}

/** Returns the text of a file next to a test: `x.item.yaml` for `x.test.ts` and `item.yaml`. */
export function testText(test: string, name: string): string {
  return readFileSync(test.replace(/test\.ts$/, name), 'utf8');
}
