import type { Arithmetic } from '../values/number.ts';
import type { Comparison } from '../values/protocol.ts';
import type { Expression } from './nodes.ts';
import { OperandParser } from './parser-operand.ts';
import type { TokenStream } from './token-stream.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const PRODUCTS: ReadonlySet<string> = new Set(['*', '/', '//', '%']);

/**
 * Parses expressions with Jinja's precedence: `if` · or · and · not · compare · `+ -` · `~` · `* / // %` ·
 * `-x` · `**`.
 */
export class ExpressionParser {
  private readonly stream: TokenStream;
  private readonly operands: OperandParser;

  constructor(stream: TokenStream) {
    this.stream = stream;
    this.operands = new OperandParser(stream, (conditional) => this.expression(conditional));
  }

  /** One expression, or several separated by commas as a tuple. */
  tuple(options: { allowEmpty?: boolean; conditional?: boolean } = {}): Expression {
    return this.operands.tuple(options);
  }

  /** The name and arguments of a filter; `of` is the operand before the bar. */
  filter(of: Expression | undefined): Expression {
    return this.operands.filter(of);
  }

  expression(conditional = true): Expression {
    return this.stream.nested(() => (conditional ? this.conditional() : this.or()));
  }

  private conditional(): Expression {
    let node = this.or();
    while (this.stream.skip('name', 'if')) {
      const test = this.or();
      const otherwise = this.stream.skip('name', 'else') ? this.expression() : undefined;
      node = { kind: 'conditional', test, chosen: node, otherwise };
    }
    return node;
  }

  private or(): Expression {
    let left = this.and();
    while (this.stream.skip('name', 'or')) left = { kind: 'logic', operator: 'or', left, right: this.and() };
    return left;
  }

  private and(): Expression {
    let left = this.not();
    while (this.stream.skip('name', 'and'))
      left = { kind: 'logic', operator: 'and', left, right: this.not() };
    return left;
  }

  private not(): Expression {
    if (!this.stream.isName('not')) return this.compare();
    this.stream.next();
    return this.stream.nested(() => ({ kind: 'not', of: this.not() }));
  }

  private compare(): Expression {
    const first = this.sum();
    const rest: [Comparison | 'in' | 'not in', Expression][] = [];
    for (;;) {
      const token = this.stream.current;
      if (token.type === 'operator' && COMPARISONS.has(token.value)) {
        this.stream.next();
        rest.push([token.value as Comparison, this.sum()]);
      } else if (this.stream.skip('name', 'in')) {
        rest.push(['in', this.sum()]);
      } else if (this.stream.isName('not') && this.isNameAhead('in')) {
        this.stream.next();
        this.stream.next();
        rest.push(['not in', this.sum()]);
      } else {
        return rest.length === 0 ? first : { kind: 'compare', first, rest };
      }
    }
  }

  private isNameAhead(name: string): boolean {
    const token = this.stream.peek(1);
    return token.type === 'name' && token.value === name;
  }

  private sum(): Expression {
    let left = this.concat();
    while (this.stream.isOperator('+') || this.stream.isOperator('-')) {
      const operator = this.stream.next().value as Arithmetic;
      left = { kind: 'binary', operator, left, right: this.concat() };
    }
    return left;
  }

  private concat(): Expression {
    const parts = [this.product()];
    while (this.stream.skip('operator', '~')) parts.push(this.product());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'concat', parts };
  }

  private product(): Expression {
    let left = this.power();
    while (this.stream.is('operator') && PRODUCTS.has(this.stream.current.value)) {
      const operator = this.stream.next().value as Arithmetic;
      left = { kind: 'binary', operator, left, right: this.power() };
    }
    return left;
  }

  /** Left-associative, with signs and filters binding tighter: `-2 ** 2` is 4, `2 ** 3 ** 2` is 64. */
  private power(): Expression {
    let left = this.unary();
    while (this.stream.skip('operator', '**')) {
      left = { kind: 'binary', operator: '**', left, right: this.unary() };
    }
    return left;
  }

  private unary(withFilter = true): Expression {
    let node: Expression;
    const sign = this.stream.current;
    if (sign.type === 'operator' && (sign.value === '-' || sign.value === '+')) {
      this.stream.next();
      const of = this.stream.nested(() => this.unary(false));
      node = { kind: 'unary', operator: sign.value, of };
    } else {
      node = this.operands.primary();
    }
    node = this.operands.postfix(node);
    return withFilter ? this.operands.filtersAndTests(node) : node;
  }
}
