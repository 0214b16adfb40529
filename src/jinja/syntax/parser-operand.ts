import type { Value } from '../values/context.ts';
import { literalNumber } from '../values/number-text.ts';
import type { Token } from './lexer.ts';
import type { Arguments, Expression } from './nodes.ts';
import { describe, type TokenStream } from './token-stream.ts';

const NO_ARGUMENTS: Arguments = { positional: [], named: [], star: undefined, doubleStar: undefined };

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);
const AFTER_TEST: ReadonlySet<string> = new Set(['else', 'or', 'and', 'is']);

/** Parses operands: literals and names, with members, calls, filters and tests. */
export class OperandParser {
  private readonly stream: TokenStream;
  private readonly expression: (conditional?: boolean) => Expression;

  constructor(stream: TokenStream, expression: (conditional?: boolean) => Expression) {
    this.stream = stream;
    this.expression = expression;
  }

  primary(): Expression {
    const token = this.stream.next();
    switch (token.type) {
      case 'name': {
        const constant = CONSTANTS.get(token.value);
        return constant === undefined
          ? { kind: 'name', name: token.value }
          : { kind: 'constant', value: constant };
      }
      case 'string': {
        let text = token.value;
        while (this.stream.is('string')) text += this.stream.next().value;
        return { kind: 'constant', value: text };
      }
      case 'integer':
      case 'float':
        return { kind: 'constant', value: literalNumber(token.value) };
      case 'operator':
        if (token.value === '(') return this.parenthesis();
        if (token.value === '[') return { kind: 'list', items: this.items(']') };
        if (token.value === '{') return { kind: 'dict', items: this.pairs() };
        break;
      default:
    }
    this.stream.fail(`unexpected '${describe(token)}'`, token.offset);
  }

  private parenthesis(): Expression {
    const node = this.tuple({ allowEmpty: true });
    this.stream.expect('operator', ')');
    return node;
  }

  private items(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.stream.isOperator(end)) {
      if (items.length > 0) this.stream.expect('operator', ',');
      if (this.stream.isOperator(end)) break;
      items.push(this.expression());
    }
    this.stream.expect('operator', end);
    return items;
  }

  private pairs(): [Expression, Expression][] {
    const pairs: [Expression, Expression][] = [];
    while (!this.stream.isOperator('}')) {
      if (pairs.length > 0) this.stream.expect('operator', ',');
      if (this.stream.isOperator('}')) break;
      const key = this.expression();
      this.stream.expect('operator', ':');
      pairs.push([key, this.expression()]);
    }
    this.stream.expect('operator', '}');
    return pairs;
  }

  /** One expression, or several separated by commas as a tuple. */
  tuple(options: { allowEmpty?: boolean; conditional?: boolean } = {}): Expression {
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0 && isTuple && this.tupleEnds()) break;
      if (items.length === 0 && this.tupleEnds()) break;
      items.push(this.expression(options.conditional ?? true));
      if (!this.stream.skip('operator', ',')) break;
      isTuple = true;
    }
    const [first] = items;
    if (!isTuple && first !== undefined) return first;
    if (items.length === 0 && options.allowEmpty !== true) {
      this.stream.fail(`Expected an expression, got '${describe(this.stream.current)}'`);
    }
    return { kind: 'tuple', items };
  }

  private tupleEnds(): boolean {
    const { type } = this.stream.current;
    return type === 'variable_end' || type === 'block_end' || this.stream.isOperator(')') || type === 'eof';
  }

  postfix(start: Expression): Expression {
    let node = start;
    for (;;) {
      if (this.stream.isOperator('.') || this.stream.isOperator('[')) node = this.subscript(node);
      else if (this.stream.isOperator('(')) node = { kind: 'call', of: node, args: this.arguments() };
      else return node;
    }
  }

  filtersAndTests(start: Expression): Expression {
    let node = start;
    for (;;) {
      if (this.stream.skip('operator', '|')) node = this.filter(node);
      else if (this.stream.isName('is')) node = this.test(node);
      else if (this.stream.isOperator('(')) node = { kind: 'call', of: node, args: this.arguments() };
      else return node;
    }
  }

  private subscript(of: Expression): Expression {
    if (this.stream.next().value === '.') {
      const token = this.stream.next();
      if (token.type === 'name') return { kind: 'attribute', of, name: token.value };
      if (token.type !== 'integer') this.stream.fail('expected name or number', token.offset);
      return { kind: 'item', of, key: { kind: 'constant', value: literalNumber(token.value) } };
    }
    const keys: Expression[] = [];
    while (!this.stream.isOperator(']')) {
      if (keys.length > 0) this.stream.expect('operator', ',');
      const key = this.sliceOrKey(of);
      if (key.kind === 'slice') {
        this.stream.expect('operator', ']');
        return key;
      }
      keys.push(key);
    }
    this.stream.expect('operator', ']');
    const [only] = keys;
    return {
      kind: 'item',
      of,
      key: keys.length === 1 && only !== undefined ? only : { kind: 'tuple', items: keys },
    };
  }

  private sliceOrKey(of: Expression): Expression {
    const ends = (): boolean =>
      this.stream.isOperator(']') || this.stream.isOperator(':') || this.stream.isOperator(',');
    const first = this.stream.isOperator(':') ? undefined : this.expression();
    if (!this.stream.skip('operator', ':')) {
      if (first === undefined) this.stream.fail(`unexpected '${describe(this.stream.current)}'`);
      return first;
    }
    const second = ends() ? undefined : this.expression();
    const third = this.stream.skip('operator', ':') && !ends() ? this.expression() : undefined;
    return { kind: 'slice', of, parts: [first, second, third] };
  }

  private arguments(): Arguments {
    const positional: Expression[] = [];
    const named: [string, Expression][] = [];
    let star: Expression | undefined;
    let doubleStar: Expression | undefined;
    const open = this.stream.expect('operator', '(');
    const ensure = (fine: boolean): void => {
      if (!fine) this.stream.fail('invalid syntax for function call expression', open.offset);
    };
    for (let first = true; !this.stream.isOperator(')'); first = false) {
      if (!first) {
        this.stream.expect('operator', ',');
        if (this.stream.isOperator(')')) break;
      }
      if (this.stream.skip('operator', '*')) {
        ensure(star === undefined && doubleStar === undefined);
        star = this.expression();
      } else if (this.stream.skip('operator', '**')) {
        ensure(doubleStar === undefined);
        doubleStar = this.expression();
      } else if (this.stream.is('name') && isAssign(this.stream.peek(1))) {
        ensure(doubleStar === undefined);
        const name = this.stream.next().value;
        this.stream.next();
        named.push([name, this.expression()]);
      } else {
        ensure(doubleStar === undefined && named.length === 0 && star === undefined);
        positional.push(this.expression());
      }
    }
    this.stream.expect('operator', ')');
    return { positional, named, star, doubleStar };
  }

  private dottedName(): { name: string; offset: number } {
    const { value, offset } = this.stream.expect('name');
    let name = value;
    while (this.stream.skip('operator', '.')) name += `.${this.stream.expect('name').value}`;
    return { name, offset };
  }

  filter(of: Expression | undefined): Expression {
    const { name, offset } = this.dottedName();
    const args = this.stream.isOperator('(') ? this.arguments() : NO_ARGUMENTS;
    return { kind: 'filter', of, name, args, offset };
  }

  private test(of: Expression): Expression {
    this.stream.next();
    const negated = this.stream.skip('name', 'not');
    const { name, offset } = this.dottedName();
    let args = NO_ARGUMENTS;
    if (this.stream.isOperator('(')) {
      args = this.arguments();
    } else if (this.startsArgument()) {
      if (this.stream.isName('is')) this.stream.fail('You cannot chain multiple tests with is');
      args = { ...NO_ARGUMENTS, positional: [this.postfix(this.primary())] };
    }
    const test: Expression = { kind: 'test', of, name, args, offset };
    return negated ? { kind: 'not', of: test } : test;
  }

  /** `is divisibleby 3`: an argument without parentheses. */
  private startsArgument(): boolean {
    const { type, value } = this.stream.current;
    if (type === 'name') {
      if (value === 'is') this.stream.fail('You cannot chain multiple tests with is');
      return !AFTER_TEST.has(value);
    }
    return (
      type === 'string' ||
      type === 'integer' ||
      type === 'float' ||
      (type === 'operator' && (value === '(' || value === '[' || value === '{'))
    );
  }
}

function isAssign(token: Token): boolean {
  return token.type === 'operator' && token.value === '=';
}
