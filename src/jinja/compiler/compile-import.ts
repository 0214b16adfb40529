import { type Execute, Frame } from '../runtime/frame.ts';
import type { Statement } from '../syntax/nodes.ts';
import type { Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { repr, str } from '../values/printing.ts';
import { toArray } from '../values/protocol.ts';
import { NativeFunction, PyObject } from '../values/py-object.ts';
import { Undefined } from '../values/undefined.ts';
import { Tuple } from '../values/values.ts';
import { compileExpression } from './compile-expression.ts';
import type { Compiled, StatementCompiler } from './compiler.ts';

/** Runs a template, including the templates it extends. */
export function runTemplate(
  compiled: Compiled,
  frame: Frame,
  load: (name: string) => Compiled | undefined,
): string {
  if (compiled.blocks.size > 0) {
    frame.blocks ??= new Map();
    addBlocks(frame.blocks, compiled, frame);
  }
  const text = compiled.run(frame);
  if (frame.extended === undefined) return text;
  frame.context.enter();
  const parent = find([frame.extended], load);
  const outer = new Frame(frame.context, { ...frame.variables, ...exported(compiled, frame) });
  outer.blocks = frame.blocks;
  const merged = runTemplate(parent, outer, load);
  frame.context.leave();
  return merged;
}

/**
 * Each body runs in a frame of its own template, whichever template calls it; `super()` is the next body of
 * the name.
 */
function addBlocks(blocks: Map<string, Execute[]>, compiled: Compiled, home: Frame): void {
  for (const [name, body] of compiled.blocks) {
    const chain = blocks.get(name) ?? [];
    blocks.set(name, chain);
    const level = chain.length;
    chain.push(() => {
      const frame = new Frame(home.context, home.variables, home);
      home.context.enter();
      frame.superBlock = blockCall(() => chain[level + 1]?.(home));
      const text = body(frame);
      home.context.leave();
      return text;
    });
  }
}

/** `super` and the members of `self`. */
function blockCall(run: () => Value): NativeFunction {
  return new NativeFunction('BlockReference', () => {
    const text = run();
    if (text === undefined)
      throw new TemplateFailure('UndefinedError', 'there is no parent block called super');
    return text;
  });
}

/** `self`: the blocks of the running template. */
export class BlockReferences extends PyObject {
  private readonly root: Frame;

  constructor(root: Frame) {
    super();
    this.root = root;
  }

  override get typeName(): string {
    return 'TemplateReference';
  }

  override item(key: Value): Value {
    const chain = typeof key === 'string' ? this.root.blocks?.get(key) : undefined;
    return chain === undefined ? undefined : blockCall(() => chain[0]?.(this.root));
  }
}

function exported(compiled: Compiled, frame: Frame): Record<string, Value> {
  const names: Record<string, Value> = Object.create(null);
  for (const [name, slot] of compiled.exports()) {
    const value = frame.slots[slot];
    if (value !== undefined && !name.startsWith('_')) names[name] = value;
  }
  return names;
}

/** An imported template, with its top-level names as attributes. */
class Module extends PyObject {
  readonly members: Readonly<Record<string, Value>>;
  readonly name: string;
  private readonly body: string;

  constructor(name: string, members: Readonly<Record<string, Value>>, body: string) {
    super();
    this.name = name;
    this.members = members;
    this.body = body;
  }

  override get typeName(): string {
    return 'TemplateModule';
  }

  override attribute(name: string): Value {
    return Object.hasOwn(this.members, name) ? this.members[name] : undefined;
  }

  override text(): string {
    return this.body;
  }

  override repr(): string {
    return `<TemplateModule ${repr(this.name)}>`;
  }
}

function find(names: readonly Value[], load: (name: string) => Compiled | undefined): Compiled {
  for (const name of names) {
    if (name instanceof Undefined) name.fail();
    const compiled = load(str(name));
    if (compiled !== undefined) return compiled;
  }
  if (names.length === 1) throw new TemplateFailure('TemplateNotFound', str(names[0]));
  const list = names.map(str).join(', ');
  throw new TemplateFailure('TemplatesNotFound', `none of the templates given were found: ${list}`);
}

/** `{% include %}`: the output of another template. */
export function compileInclude(
  node: Extract<Statement, { kind: 'include' }>,
  on: StatementCompiler,
): Execute {
  const name = compileExpression(node.name, on);
  const sight = node.context ? on.scope.sight() : () => Object.create(null) as Record<string, Value>;
  return (frame) => {
    const value = name(frame);
    const names = Array.isArray(value) || value instanceof Tuple ? toArray(value) : [value];
    if (node.optional && !names.some((candidate) => on.template(str(candidate)) !== undefined)) return '';
    const compiled = find(names, on.template);
    frame.context.enter();
    const text = runTemplate(compiled, new Frame(frame.context, sight(frame)), on.template);
    frame.context.leave();
    return text;
  };
}

function importer(
  node: Extract<Statement, { kind: 'import' | 'from' }>,
  on: StatementCompiler,
): (frame: Frame) => Module {
  const name = compileExpression(node.name, on);
  const sight = node.context ? on.scope.sight() : () => Object.create(null) as Record<string, Value>;
  return (frame) => {
    const value = name(frame);
    const compiled = find([value], on.template);
    frame.context.enter();
    const inner = new Frame(frame.context, sight(frame));
    const text = runTemplate(compiled, inner, on.template);
    frame.context.leave();
    return new Module(str(value), exported(compiled, inner), text);
  };
}

/** `{% import … as … %}`: a template whose macros and variables become attributes of a variable. */
export function compileImport(node: Extract<Statement, { kind: 'import' }>, on: StatementCompiler): Execute {
  const load = importer(node, on);
  const slot = on.scope.declare(node.as);
  return (frame) => {
    frame.slots[slot] = load(frame);
    return '';
  };
}

/** `{% from … import … %}`: macros and variables of a template by name. */
export function compileFrom(node: Extract<Statement, { kind: 'from' }>, on: StatementCompiler): Execute {
  const load = importer(node, on);
  const slots = node.names.map(([name, as]) => [name, on.scope.declare(as)] as const);
  return (frame) => {
    const module = load(frame);
    for (const [name, slot] of slots) {
      frame.slots[slot] = module.attribute(name) ?? notExported(frame, module, name);
    }
    return '';
  };
}

function notExported(frame: Frame, module: Module, name: string): Undefined {
  const text = `the template ${repr(module.name)} does not export the requested name ${repr(name)}`;
  return new Undefined(frame.context, () => text);
}
