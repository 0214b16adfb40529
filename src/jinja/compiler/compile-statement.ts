import { BREAK, CONTINUE, type Evaluate, type Execute, type Frame } from '../runtime/frame.ts';
import type { Expression, Statement } from '../syntax/nodes.ts';
import { escapeHtml } from '../values/escape.ts';
import { TemplateFailure } from '../values/failure.ts';
import { str } from '../values/printing.ts';
import { Markup, truth } from '../values/protocol.ts';
import { weight } from '../values/weight.ts';
import { spend, spendText } from '../values/work-meter.ts';
import { compileExpression, isConstant } from './compile-expression.ts';
import { PIPED } from './compile-filter.ts';
import { compileFor } from './compile-for.ts';
import { compileFrom, compileImport, compileInclude } from './compile-import.ts';
import { compileCallBlock, compileMacro } from './compile-macro.ts';
import { openBlock, type StatementCompiler } from './compiler.ts';
import { assignedNames, mentions, type Scope, targetNames } from './scope.ts';
import { compileTarget } from './target.ts';

type Body = readonly Statement[];

/** Runs statements in order and concatenates their output, up to a `break` or `continue`. */
export function compileBody(body: Body, on: StatementCompiler): Execute {
  const { size } = on;
  const outside = size.expressions;
  size.expressions = body.length;
  const parts = body.map((statement) => compileStatement(statement, on));
  // Eight small expressions cost about one unit: otherwise a body of thousands would count as one.
  const cost = size.expressions >> 3;
  size.expressions = outside;
  const lines = body.map((statement) => statement.line);
  const [only] = parts;
  if (only === undefined) return () => '';
  return (frame) => {
    let text = '';
    let at = 0;
    try {
      if (cost > 0) spend(cost);
      for (; at < parts.length; at += 1) {
        text += parts[at]?.(frame);
        if (frame.signal !== 0) break;
      }
    } catch (error) {
      if (error instanceof TemplateFailure) error.line ??= lines[at];
      throw error;
    }
    return text;
  };
}

function compileStatement(node: Statement, on: StatementCompiler): Execute {
  switch (node.kind) {
    case 'text': {
      const { text } = node;
      return () => text;
    }
    case 'print':
      return compilePrint(node, on);
    case 'do': {
      const of = compileExpression(node.of, on);
      return (frame) => {
        of(frame);
        return '';
      };
    }
    case 'for':
      return compileFor(node, on);
    case 'if':
      return compileIf(node, on);
    case 'set': {
      const value = compileExpression(node.value, on);
      const assign = compileTarget(node.target, on.scope);
      return (frame) => {
        assign(frame, value(frame));
        return '';
      };
    }
    case 'capture':
      return compileCapture(node, on);
    case 'macro':
      return compileMacro(node, on);
    case 'callBlock':
      return compileCallBlock(node, on);
    case 'filterBlock':
      return compileFilterBlock(node, on);
    case 'with':
      return compileWith(node, on);
    case 'autoescape': {
      const { inside, reset } = openBlock(on, node.body);
      const body = compileBody(node.body, { ...inside, escape: node.on });
      return (frame) => {
        reset(frame);
        return body(frame);
      };
    }
    case 'block':
      return compileBlock(node, on);
    case 'break':
    case 'continue': {
      const signal = node.kind === 'continue' ? CONTINUE : BREAK;
      return (frame) => {
        frame.signal = signal;
        return '';
      };
    }
    case 'include':
      return compileInclude(node, on);
    case 'import':
      return compileImport(node, on);
    case 'from':
      return compileFrom(node, on);
    case 'extends': {
      const name = compileExpression(node.name, on);
      return (frame) => {
        frame.root.extended = name(frame);
        return '';
      };
    }
  }
}

function compilePrint(node: Extract<Statement, { kind: 'print' }>, on: StatementCompiler): Execute {
  const of = compileExpression(node.of, on);
  if (on.escape) {
    return (frame) => {
      const value = of(frame);
      spend(weight(value));
      return escapeHtml(value);
    };
  }
  if (isConstantSlice(node.of)) return (frame) => printOrNothing(of, frame);
  return (frame) => {
    const value = of(frame);
    if (typeof value === 'string') return value;
    const text = str(value);
    if (text.length > 256) spendText(text.length);
    return text;
  };
}

/** Jinja evaluates constants at compile time, where an invalid slice is undefined. */
function isConstantSlice(node: Expression): boolean {
  return (
    node.kind === 'slice' && [node.of, ...node.parts].every((part) => part === undefined || isConstant(part))
  );
}

function printOrNothing(of: Evaluate, frame: Frame): string {
  try {
    return str(of(frame));
  } catch (error) {
    if (error instanceof TemplateFailure && error.kind === 'TypeError') return '';
    throw error;
  }
}

function compileIf(node: Extract<Statement, { kind: 'if' }>, on: StatementCompiler): Execute {
  const soft = { ...on, soft: true };
  const branches = node.branches.map(
    ([test, body]) => [compileExpression(test, soft), compileBody(body, soft)] as const,
  );
  const otherwise = compileBody(node.otherwise, soft);
  return (frame) => {
    for (const [test, body] of branches) if (truth(test(frame))) return body(frame);
    return otherwise(frame);
  };
}

function compileCapture(node: Extract<Statement, { kind: 'capture' }>, on: StatementCompiler): Execute {
  const { inside, reset } = openBlock(on, node.body);
  const piped = inside.scope.declare(PIPED);
  const body = compileBody(node.body, inside);
  const filter = node.filter === undefined ? undefined : compileExpression(node.filter, inside);
  const assign = compileTarget(node.target, on.scope);
  return (frame) => {
    reset(frame);
    const text = body(frame);
    frame.slots[piped] = on.escape ? new Markup(text) : text;
    assign(frame, filter === undefined ? frame.slots[piped] : filter(frame));
    return '';
  };
}

function compileFilterBlock(
  node: Extract<Statement, { kind: 'filterBlock' }>,
  on: StatementCompiler,
): Execute {
  const { inside, reset } = openBlock(on, node.body);
  const piped = inside.scope.declare(PIPED);
  const body = compileBody(node.body, inside);
  const filter = compileExpression(node.filter, inside);
  return (frame) => {
    reset(frame);
    frame.slots[piped] = body(frame);
    return str(filter(frame));
  };
}

function compileWith(node: Extract<Statement, { kind: 'with' }>, on: StatementCompiler): Execute {
  const values = node.targets.map(([, value]) => compileExpression(value, on));
  const { inside, reset } = openBlock(on, node.body);
  for (const [target] of node.targets) targetNames(target, (name) => inside.scope.declare(name));
  const assigns = node.targets.map(([target]) => compileTarget(target, inside.scope));
  const body = compileBody(node.body, inside);
  return (frame) => {
    const given = values.map((value) => value(frame));
    reset(frame);
    for (const [at, assign] of assigns.entries()) assign(frame, given[at]);
    return body(frame);
  };
}

/**
 * A block is rendered in place unless the template extends another; the most derived body of its name is
 * used.
 */
function compileBlock(node: Extract<Statement, { kind: 'block' }>, on: StatementCompiler): Execute {
  const scope: Scope = on.scope.top.frame();
  assignedNames(node.body, (name) => scope.declare(name));
  const parent = mentions(node.body, 'super') ? scope.declare('super') : -1;
  const inside = { ...on, scope };
  const body = compileBody(node.body, inside);
  const { name } = node;
  on.blocks.set(name, (frame) => {
    if (node.required)
      throw new TemplateFailure('TemplateRuntimeError', `Required block '${name}' not found`);
    if (parent >= 0) frame.slots[parent] = frame.superBlock;
    return body(frame);
  });
  return (frame) => {
    if (frame.root.extended !== undefined) return '';
    const chain = frame.root.blocks?.get(name);
    return chain?.[0]?.(frame) ?? '';
  };
}
