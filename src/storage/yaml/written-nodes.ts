import { isCollection, isPair, isScalar, type ParsedNode, Scalar } from 'yaml';
import type { Span } from './entries.ts';
import type { Quoting } from './write-value.ts';

/** The range of a node in the text; undefined if it is empty. */
export function rangeOf(node: unknown): Span | undefined {
  const range = (node as ParsedNode | null | undefined)?.range;
  if (range === undefined || range === null || range[0] === range[1]) return undefined;
  return { from: range[0], to: endOf(node, range[1]) };
}

/** The parser counts comments after the last value of a block as part of it; this does not. */
function endOf(node: unknown, end: number): number {
  if (!isCollection(node) || node.flow === true) return end;
  const last = node.items.at(-1);
  if (!isPair(last)) return rangeOf(last)?.to ?? end;
  return rangeOf(last.value)?.to ?? rangeOf(last.key)?.to ?? end;
}

/** Whether a node is a block scalar. */
export function isBlock(node: unknown): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

/** How a text is quoted. */
export function quotingOf(node: unknown): Quoting {
  if (!isScalar(node)) return 'plain';
  if (node.type === Scalar.QUOTE_DOUBLE) return 'double';
  return node.type === Scalar.QUOTE_SINGLE ? 'single' : 'plain';
}
