import { type CST, Lexer, Parser } from 'yaml';
import { message } from '../../core/messages.ts';

/** The maximum nesting depth: more than any home uses, and low enough for recursive code. */
export const DEEPEST = 200;

/** The message for deeper text. */
export const TOO_DEEP = message('yaml_too_deep', { max: DEEPEST });

/** The tokens of a text, or the offset where it is nested too deep; lexing stops there to save memory. */
export function tokensOf(text: string): CST.Token[] | { readonly tooDeepAt: number } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // The stack holds the document and the nested collections at the current position.
    const innermost = parser.stack[DEEPEST + 2];
    if (isCollection(innermost)) return { tooDeepAt: innermost.offset };
  }
  tokens.push(...parser.end());
  const deep = tooDeepAt(tokens);
  return deep === undefined ? tokens : { tooDeepAt: deep };
}

/** The offset where a text is nested too deep; checked before the composer, which is recursive. */
function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
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
