import type { Statement } from './nodes.ts';
import type { ExpressionParser } from './parser-expression.ts';
import type { TokenStream } from './token-stream.ts';

const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

/** A name that may be assigned. */
export function assignable(stream: TokenStream): string {
  const { type } = stream.current;
  if (type === 'integer' || type === 'float' || type === 'string') stream.fail("can't assign to 'const'");
  const { value, offset } = stream.expect('name');
  if (RESERVED.has(value)) stream.fail("can't assign to 'const'", offset);
  return value;
}

/** Parses the tags that load other templates. */
export class LoadParser {
  private readonly stream: TokenStream;
  private readonly expressions: ExpressionParser;

  constructor(stream: TokenStream, expressions: ExpressionParser) {
    this.stream = stream;
    this.expressions = expressions;
  }

  private withContext(ahead: 'with' | 'without', standard: boolean): boolean {
    for (const word of [ahead, ahead === 'with' ? 'without' : 'with']) {
      const next = this.stream.peek(1);
      if (this.stream.isName(word) && next.type === 'name' && next.value === 'context') {
        this.stream.next();
        this.stream.next();
        return word === 'with';
      }
    }
    return standard;
  }

  include(line: number): Statement {
    const name = this.expressions.expression();
    const missing = this.stream.peek(1);
    const optional = this.stream.isName('ignore') && missing.type === 'name' && missing.value === 'missing';
    if (optional) {
      this.stream.next();
      this.stream.next();
    }
    return { kind: 'include', name, optional, context: this.withContext('with', true), line };
  }

  import(line: number): Statement {
    const name = this.expressions.expression();
    this.stream.expect('name', 'as');
    const as = assignable(this.stream);
    return { kind: 'import', name, as, context: this.withContext('with', false), line };
  }

  from(line: number): Statement {
    const name = this.expressions.expression();
    this.stream.expect('name', 'import');
    const names: [string, string][] = [];
    let context = false;
    while (this.stream.is('name')) {
      if (this.stream.peek(1).value === 'context') {
        context = this.withContext('with', false);
        break;
      }
      const imported = assignable(this.stream);
      if (imported.startsWith('_')) {
        this.stream.fail(
          'names starting with an underline can not be imported',
          this.stream.current.offset,
          'TemplateAssertionError',
        );
      }
      names.push([imported, this.stream.skip('name', 'as') ? assignable(this.stream) : imported]);
      if (!this.stream.skip('operator', ',')) {
        context = this.withContext('with', false);
        break;
      }
    }
    if (names.length === 0) this.stream.expect('name');
    return { kind: 'from', name, names, context, line };
  }

  extends(line: number): Statement {
    return { kind: 'extends', name: this.expressions.expression(), line };
  }
}
