import type { CST } from 'yaml';

/** Lists and maps in each other: more than any home writes, and few enough for whoever walks through them by recursion. */
export const DEEPEST = 200;

/** What people are told of a text with more. */
export const TOO_DEEP = `is nested deeper than ${DEEPEST}`;

/** Where a text is nested too deep, before the parser follows it there by recursion; undefined where it is not. */
export function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  const waiting: { readonly token: CST.Token; readonly depth: number }[] = [];
  const wait = (token: CST.Token | null | undefined, depth: number): void => {
    if (token?.type === 'document' || isCollection(token)) waiting.push({ token, depth });
  };
  for (const token of tokens) wait(token, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (token.type === 'document') wait(token.value, 1);
    else if (isCollection(token)) {
      if (depth > DEEPEST + 1) return token.offset;
      for (const item of token.items) {
        wait(item.key, depth + 1);
        wait(item.value, depth + 1);
      }
    }
  }
  return undefined;
}

function isCollection(
  token: CST.Token | null | undefined,
): token is CST.BlockMap | CST.BlockSequence | CST.FlowCollection {
  return token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';
}
