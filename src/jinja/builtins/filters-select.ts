import { getAttributeOnly } from '../runtime/access.ts';
import { attributeGetter } from '../runtime/attribute-path.ts';
import { applied, callable, type Named } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { generator } from '../values/objects.ts';
import { repr, str } from '../values/printing.ts';
import { iterate, textOf, truth } from '../values/protocol.ts';
import { END, type Pull } from '../values/py-object.ts';

function argumentFailure(text: string): TemplateFailure {
  return new TemplateFailure('FilterArgumentError', text);
}

/** A filter or test named by a text. */
function named(context: RenderContext, kind: 'filters' | 'tests', name: Value): Callable {
  const found = context.environment[kind].get(str(name));
  if (found !== undefined) return found;
  throw new TemplateFailure('TemplateRuntimeError', `No ${kind.slice(0, -1)} named ${repr(name)}.`);
}

/** Iterates a value; false values (including none) have no items. */
function itemsOf(value: Value, context: RenderContext): Pull {
  return truth(value) ? iterate(value, context) : () => END;
}

function mapped(pull: Pull, change: (item: Value) => Value, context: RenderContext): Pull {
  return () => {
    const item = pull();
    context.spend(1);
    return item === END ? END : change(item);
  };
}

function chosen(pull: Pull, test: (item: Value) => boolean, context: RenderContext): Pull {
  return () => {
    for (let item = pull(); item !== END; item = pull()) {
      context.spend(1);
      if (test(item)) return item;
    }
    return END;
  };
}

function mapItems(context: RenderContext, value: Value, args: readonly Value[], kwargs: Named): Value {
  const pull = itemsOf(value, context);
  if (args.length === 0 && kwargs.has('attribute')) {
    const extra = [...kwargs.keys()].find((key) => key !== 'attribute' && key !== 'default');
    if (extra !== undefined) throw argumentFailure(`Unexpected keyword argument ${repr(extra)}`);
    const read = attributeGetter(context, kwargs.get('attribute'), kwargs.get('default'));
    return generator('sync_do_map', mapped(pull, read, context));
  }
  const [name, ...rest] = args;
  if (name === undefined) throw argumentFailure('map requires a filter argument');
  const change = applied(named(context, 'filters', name), context, rest, kwargs);
  return generator('sync_do_map', mapped(pull, change, context));
}

function tester(context: RenderContext, args: readonly Value[], kwargs: Named): (item: Value) => boolean {
  const [name, ...rest] = args;
  if (name === undefined) return truth;
  const test = applied(named(context, 'tests', name), context, rest, kwargs);
  return (item) => truth(test(item));
}

function selector(name: string, wanted: boolean): Callable {
  return callable(`${name}(value, *args, **kwargs)`, (context, value, args, kwargs) => {
    const test = tester(context, args as readonly Value[], kwargs as Named);
    return generator(
      `sync_do_${name}`,
      chosen(itemsOf(value, context), (item) => test(item) === wanted, context),
    );
  });
}

function attributeSelector(name: string, wanted: boolean): Callable {
  return callable(`${name}(value, *args, **kwargs)`, (context, value, args, kwargs) => {
    const [attribute, ...rest] = args as readonly Value[];
    if (attribute === undefined) throw argumentFailure('Missing parameter for attribute name');
    const read = attributeGetter(context, attribute);
    const test = tester(context, rest, kwargs as Named);
    return generator(
      `sync_do_${name}`,
      chosen(itemsOf(value, context), (item) => test(read(item)) === wanted, context),
    );
  });
}

/** Filters over iterables that evaluate items lazily. */
export const SELECT_FILTERS: readonly Callable[] = [
  callable('map(value, *args, **kwargs)', (context, value, args, kwargs) =>
    mapItems(context, value, args as readonly Value[], kwargs as Named),
  ),
  selector('select', true),
  selector('reject', false),
  attributeSelector('selectattr', true),
  attributeSelector('rejectattr', false),
  callable('attr(obj, name)', (context, value, name) => {
    return getAttributeOnly(context, value, textOf(name) ?? str(name));
  }),
];
