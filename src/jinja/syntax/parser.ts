import { tokenize } from './lexer.ts';
import type { Expression, Signature, Statement, Target } from './nodes.ts';
import { ExpressionParser } from './parser-expression.ts';
import { assignable, LoadParser } from './parser-load.ts';
import { TokenStream } from './token-stream.ts';

type Body = readonly Statement[];

/** Parses a template to statements. Throws `SyntaxFailure`. */
export function parse(template: string): Statement[] {
  const { source, tokens } = tokenize(template);
  return new StatementParser(new TokenStream(source, tokens)).template();
}

class StatementParser {
  private readonly stream: TokenStream;
  private readonly expressions: ExpressionParser;
  readonly load: LoadParser;
  private readonly openTags: string[] = [];
  private readonly endTags: (readonly string[])[] = [];
  private readonly blocks = new Set<string>();
  private loops = 0;
  private lineAt = 1;
  private lineOffset = 0;

  constructor(stream: TokenStream) {
    this.stream = stream;
    this.expressions = new ExpressionParser(stream);
    this.load = new LoadParser(stream, this.expressions);
  }

  template(): Statement[] {
    return this.body();
  }

  /** The line of an offset; offsets only increase, so counting continues from the last. */
  private line(offset: number): number {
    for (; this.lineOffset < offset; this.lineOffset += 1) {
      if (this.stream.source.charCodeAt(this.lineOffset) === 10) this.lineAt += 1;
    }
    return this.lineAt;
  }

  private body(ends: readonly string[] = []): Statement[] {
    const statements: Statement[] = [];
    if (ends.length > 0) this.endTags.push(ends);
    while (!this.stream.is('eof')) {
      const token = this.stream.next();
      const line = this.line(token.offset);
      if (token.type === 'data') statements.push({ kind: 'text', text: token.value, line });
      else if (token.type === 'variable_begin') statements.push(this.print(line));
      else if (token.type === 'block_begin') {
        if (this.stream.is('name') && ends.includes(this.stream.current.value)) {
          this.endTags.pop();
          return statements;
        }
        statements.push(...this.stream.nested(() => this.statement(line)));
        this.stream.expect('block_end');
      }
    }
    if (ends.length > 0) this.failTag(undefined);
    return statements;
  }

  private print(line: number): Statement {
    const of = this.expressions.tuple();
    this.stream.expect('variable_end');
    return { kind: 'print', of, line };
  }

  private failTag(unknown: string | undefined): never {
    const wanted = this.endTags.at(-1);
    let text =
      unknown === undefined ? 'Unexpected end of template.' : `Encountered unknown tag '${unknown}'.`;
    if (wanted !== undefined) {
      const names = wanted.map((name) => `'${name}'`).join(' or ');
      if (unknown !== undefined && this.endTags.some((tags) => tags.includes(unknown))) {
        text +=
          ' You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for';
        text += ` ${names}.`;
      } else {
        text += ` Jinja was looking for the following tags: ${names}.`;
      }
    }
    const open = this.openTags.at(-1);
    if (open !== undefined) text += ` The innermost block that needs to be closed is '${open}'.`;
    this.stream.fail(text);
  }

  /** The body up to one of the end tags, after the start tag. The end tag remains the current token. */
  private until(...ends: string[]): Body {
    this.stream.skip('operator', ':');
    this.stream.expect('block_end');
    return this.body(ends);
  }

  private statement(line: number): Statement[] {
    if (!this.stream.is('name')) this.stream.fail('tag name expected');
    const tag = this.stream.current.value;
    const parseTag = TAGS.get(tag);
    if (parseTag === undefined) this.failTag(tag);
    this.stream.next();
    this.openTags.push(tag);
    const statements = parseTag(this, line);
    this.openTags.pop();
    return statements;
  }

  for(line: number): Statement {
    const target = this.target({ tuple: true, members: false, until: 'in' });
    this.stream.expect('name', 'in');
    const over = this.expressions.tuple({ conditional: false });
    const test = this.stream.skip('name', 'if') ? this.expressions.expression() : undefined;
    const recursive = this.stream.skip('name', 'recursive');
    this.loops += 1;
    const body = this.until('endfor', 'else');
    this.loops -= 1;
    const otherwise = this.stream.next().value === 'endfor' ? [] : this.untilEnd('endfor');
    return { kind: 'for', target, over, test, recursive, body, otherwise, line };
  }

  private untilEnd(end: string): Body {
    const body = this.until(end);
    this.stream.next();
    return body;
  }

  if(line: number): Statement {
    const branches: [Expression, Body][] = [];
    let otherwise: Body = [];
    for (;;) {
      const test = this.expressions.tuple({ conditional: false });
      branches.push([test, this.until('elif', 'else', 'endif')]);
      const next = this.stream.next().value;
      if (next === 'elif') continue;
      if (next === 'else') otherwise = this.untilEnd('endif');
      return { kind: 'if', branches, otherwise, line };
    }
  }

  set(line: number): Statement {
    const target = this.target({ tuple: true, members: true });
    if (this.stream.skip('operator', '='))
      return { kind: 'set', target, value: this.expressions.tuple(), line };
    const filter = this.filterChain();
    const body = this.untilEnd('endset');
    return { kind: 'capture', target, filter, body, line };
  }

  private filterChain(): Expression | undefined {
    let filter: Expression | undefined;
    while (this.stream.skip('operator', '|')) filter = this.expressions.filter(filter);
    return filter;
  }

  macro(line: number): Statement {
    const name = assignable(this.stream);
    const signature = this.signature();
    return { kind: 'macro', name, signature, body: this.function('endmacro'), line };
  }

  /** The body of a macro or call: `break` and `continue` do not apply to loops outside of it. */
  private function(end: string): Body {
    const { loops } = this;
    this.loops = 0;
    const body = this.untilEnd(end);
    this.loops = loops;
    return body;
  }

  call(line: number): Statement {
    const signature = this.stream.isOperator('(') ? this.signature() : { names: [], defaults: [] };
    const call = this.expressions.expression();
    if (call.kind !== 'call') this.stream.fail('expected call');
    return { kind: 'callBlock', call, signature, body: this.function('endcall'), line };
  }

  private signature(): Signature {
    const names: string[] = [];
    const defaults: Expression[] = [];
    this.stream.expect('operator', '(');
    while (!this.stream.isOperator(')')) {
      if (names.length > 0) this.stream.expect('operator', ',');
      names.push(assignable(this.stream));
      if (this.stream.skip('operator', '=')) defaults.push(this.expressions.expression());
      else if (defaults.length > 0) this.stream.fail('non-default argument follows default argument');
    }
    this.stream.expect('operator', ')');
    return { names, defaults };
  }

  filter(line: number): Statement {
    let filter = this.expressions.filter(undefined);
    while (this.stream.skip('operator', '|')) filter = this.expressions.filter(filter);
    return { kind: 'filterBlock', filter, body: this.untilEnd('endfilter'), line };
  }

  with(line: number): Statement {
    const targets: [Target, Expression][] = [];
    while (!this.stream.is('block_end')) {
      if (targets.length > 0) this.stream.expect('operator', ',');
      const target = this.target({ tuple: false, members: false });
      this.stream.expect('operator', '=');
      targets.push([target, this.expressions.expression()]);
    }
    return { kind: 'with', targets, body: this.untilEnd('endwith'), line };
  }

  autoescape(line: number): Statement {
    const option = this.expressions.expression();
    const on = option.kind !== 'constant' || option.value === true;
    return { kind: 'autoescape', on, body: this.untilEnd('endautoescape'), line };
  }

  block(line: number): Statement {
    const name = this.stream.expect('name').value;
    if (this.blocks.has(name)) this.stream.fail(`block '${name}' defined twice`);
    this.blocks.add(name);
    this.stream.skip('name', 'scoped');
    const required = this.stream.skip('name', 'required');
    if (this.stream.isOperator('-')) {
      this.stream.fail(
        'Block names in Jinja have to be valid Python identifiers and may not contain hyphens.',
      );
    }
    const body = this.function('endblock');
    this.stream.skip('name', name);
    return { kind: 'block', name, required, body, line };
  }

  prints(line: number): Statement[] {
    const statements: Statement[] = [];
    while (!this.stream.is('block_end')) {
      if (statements.length > 0) this.stream.expect('operator', ',');
      statements.push({ kind: 'print', of: this.expressions.expression(), line });
    }
    return statements;
  }

  do(line: number): Statement {
    return { kind: 'do', of: this.expressions.tuple(), line };
  }

  jump(kind: 'break' | 'continue', line: number): Statement {
    if (this.loops === 0) this.stream.fail(`'${kind}' outside loop`);
    return { kind, line };
  }

  private target(options: { tuple: boolean; members: boolean; until?: string }): Target {
    const items: Target[] = [];
    let isTuple = false;
    if (options.tuple && this.stream.is('block_end')) {
      this.stream.fail("Expected an expression, got 'end of statement block'");
    }
    for (;;) {
      if (items.length > 0 && !this.stream.is('name') && !this.stream.isOperator('(')) break;
      if (options.until !== undefined && items.length > 0 && this.stream.isName(options.until)) break;
      items.push(this.singleTarget(options.members));
      if (!options.tuple || !this.stream.skip('operator', ',')) break;
      isTuple = true;
    }
    const [first] = items;
    return !isTuple && first !== undefined ? first : { kind: 'targets', items };
  }

  private singleTarget(members: boolean): Target {
    if (this.stream.skip('operator', '(')) {
      const target = this.target({ tuple: true, members });
      this.stream.expect('operator', ')');
      return target;
    }
    const name = assignable(this.stream);
    if (!members || !this.stream.skip('operator', '.')) return { kind: 'name', name };
    return { kind: 'member', of: name, name: this.stream.expect('name').value };
  }
}

/** The built-in tags. */
const TAGS: ReadonlyMap<string, (parser: StatementParser, line: number) => Statement[]> = new Map<
  string,
  (parser: StatementParser, line: number) => Statement[]
>([
  ['for', (parser, line) => [parser.for(line)]],
  ['if', (parser, line) => [parser.if(line)]],
  ['set', (parser, line) => [parser.set(line)]],
  ['macro', (parser, line) => [parser.macro(line)]],
  ['call', (parser, line) => [parser.call(line)]],
  ['filter', (parser, line) => [parser.filter(line)]],
  ['with', (parser, line) => [parser.with(line)]],
  ['autoescape', (parser, line) => [parser.autoescape(line)]],
  ['block', (parser, line) => [parser.block(line)]],
  ['print', (parser, line) => parser.prints(line)],
  ['do', (parser, line) => [parser.do(line)]],
  ['break', (parser, line) => [parser.jump('break', line)]],
  ['continue', (parser, line) => [parser.jump('continue', line)]],
  ['include', (parser, line) => [parser.load.include(line)]],
  ['import', (parser, line) => [parser.load.import(line)]],
  ['from', (parser, line) => [parser.load.from(line)]],
  ['extends', (parser, line) => [parser.load.extends(line)]],
]);
