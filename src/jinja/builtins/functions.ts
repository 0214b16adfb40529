import { extreme } from '../runtime/ordering.ts';
import { needInt } from '../values/arguments.ts';
import { boundedList } from '../values/bounds.ts';
import { callable, callValue, type Named, PyFunction } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { Lazy, makeRange, Namespace } from '../values/objects.ts';
import { str, typeName } from '../values/printing.ts';
import { iterate, Markup, toArray, truth } from '../values/protocol.ts';
import { END, PyObject } from '../values/py-object.ts';
import { Dict, dictEntries, isDict, PySet, Tuple } from '../values/values.ts';
import { Cycler, joiner } from './cycling.ts';
import { queryText } from './filters-html.ts';

/** Fills a dict from a dict or pairs, and names. */
function fillDict(dict: Dict, source: Value, named: Named, context: RenderContext): Dict {
  if (source !== undefined && isDict(source)) {
    for (const [key, value] of dictEntries(source)) {
      context.spend(1);
      dict.set(key, value);
    }
  } else if (source !== undefined) {
    for (const [at, pair] of toArray(source, context).entries()) {
      context.spend(1);
      const parts =
        typeof pair === 'string' || Array.isArray(pair) || pair instanceof PyObject
          ? toArray(pair, context)
          : undefined;
      if (parts === undefined) {
        throw typeError(`cannot convert dictionary update sequence element #${at} to a sequence`);
      }
      if (parts.length !== 2) {
        throw valueError(
          `dictionary update sequence element #${at} has length ${parts.length}; 2 is required`,
        );
      }
      dict.set(parts[0], parts[1]);
    }
  }
  for (const [key, value] of named) dict.set(key, value);
  return dict;
}

/** `dict`, a function with two methods of its own. */
class DictType extends PyFunction {
  constructor(callableDict: Callable) {
    super(callableDict, 'type');
  }

  override attribute(name: string): Value {
    if (name === 'fromkeys') return new PyFunction(FROM_KEYS);
    if (name === 'from_keys') return new PyFunction({ ...DICT, name: 'from_keys' });
    return undefined;
  }
}

const FROM_KEYS: Callable = callable('fromkeys(iterable, value=None)', (context, keys, value) => {
  const dict = new Dict();
  for (const key of toArray(keys, context)) {
    context.spend(1);
    dict.set(key, value ?? null);
  }
  return dict;
});

const DICT: Callable = callable('dict(*args, **kwargs)', (context, rest, named) => {
  const args = rest as readonly Value[];
  if (args.length > 1) throw typeError(`dict expected at most 1 argument, got ${args.length}`);
  return fillDict(new Dict(), args[0], named as Named, context);
});

function extremeOf(name: 'min' | 'max'): Callable {
  return callable(`${name}(*args, key=None, default=…)`, (context, rest, key, standard) => {
    const args = rest as readonly Value[];
    const [first] = args;
    if (first === undefined) throw typeError(`${name} expected at least 1 argument, got 0`);
    const items = args.length === 1 ? toArray(first, context) : args;
    if (items.length === 0) {
      if (standard !== undefined) return standard;
      throw valueError(`${name}() iterable argument is empty`);
    }
    const read =
      key === undefined || key === null
        ? (item: Value) => item
        : (item: Value) => callValue(key, context, [item]);
    return extreme(items, name === 'min' ? 1 : -1, read, context);
  });
}

const WORDS =
  'a ac accumsan ad aenean aliquam aliquet amet ante aptent arcu at auctor augue bibendum blandit commodo condimentum congue consectetuer consequat convallis cras cubilia cum curabitur cursus dapibus diam dictum dictumst dignissim dis dolor donec dui duis egestas eget eleifend elit enim erat eros et etiam eu euismod facilisi facilisis fames faucibus felis fermentum feugiat fringilla fusce gravida habitant hac hendrerit iaculis id imperdiet in integer ipsum justo lacinia lacus laoreet lectus leo ligula lobortis lorem luctus maecenas magna massa mattis mauris metus mi mollis morbi nam nec neque nibh nisi nisl non nulla nunc odio orci ornare pede pellentesque pharetra placerat porta praesent primis proin pulvinar purus quam quis rhoncus risus rutrum sagittis sapien sed sem semper sit sociis sodales sollicitudin suscipit tellus tempor tempus tincidunt tortor tristique turpis ultrices urna ut varius vel velit vestibulum vitae vivamus viverra volutpat vulputate'.split(
    ' ',
  );

function paragraph(least: number, max: number): string {
  const count = least + Math.floor(Math.random() * Math.max(1, max - least));
  const words = Array.from({ length: count }, () => WORDS[Math.floor(Math.random() * WORDS.length)] ?? '');
  const text = words
    .map((word, at) => (at > 0 && at % 11 === 10 && at < count - 1 ? `${word},` : word))
    .join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function zip(context: RenderContext, rest: Value, strict: Value): Value {
  const pulls = (rest as readonly Value[]).map((value) => iterate(value, context));
  if (pulls.length === 0) return new Lazy('zip', () => END);
  return new Lazy('zip', () => {
    const row: Value[] = [];
    for (const [at, pull] of pulls.entries()) {
      const item = pull();
      context.spend(1);
      if (item === END) {
        if (strict !== undefined && truth(strict) && at > 0)
          throw valueError(`zip() argument ${at + 1} is shorter than argument 1`);
        return END;
      }
      row.push(item);
    }
    return new Tuple(row);
  });
}

/** Functions every template can call. */
export const FUNCTION_LIST: readonly Callable[] = [
  callable('range(*args)', (_context, args) => makeRange(args as readonly Value[])),
  DICT,
  callable('namespace(*args, **kwargs)', (context, rest, named) => {
    const space = new Namespace();
    const filled = fillDict(new Dict(), (rest as readonly Value[])[0], named as Named, context);
    for (const [key, value] of dictEntries(filled)) {
      context.spend(1);
      space.set(str(key), value);
    }
    return space;
  }),
  callable('cycler(*items)', (_context, items) => {
    if ((items as readonly Value[]).length === 0)
      throw new TemplateFailure('RuntimeError', 'at least one item has to be provided');
    return new Cycler(items as readonly Value[]);
  }),
  callable("joiner(sep=', ')", (_context, separator) => joiner(separator ?? ', ')),
  callable('lipsum(n=5, html=true, min=20, max=100)', (context, count, html, least, most) => {
    const paragraphs = Math.min(100, count === undefined ? 5 : needInt(count));
    const texts = Array.from({ length: Math.max(0, paragraphs) }, () => {
      context.spend(1000);
      return paragraph(
        Math.min(1000, least === undefined ? 20 : needInt(least)),
        Math.min(1000, most === undefined ? 100 : needInt(most)),
      );
    });
    if (html !== undefined && !truth(html)) return texts.join('\n\n');
    return new Markup(texts.map((text) => `<p>${text}</p>`).join('\n'));
  }),
  callable('zip(*args, strict=false)', zip),
  callable('set(value)', (context, value) => new PySet(toArray(value, context))),
  callable('tuple(value)', (context, value) => new Tuple(boundedList([...toArray(value, context)], context))),
  extremeOf('min'),
  extremeOf('max'),
  callable('urlencode(value)', (context, value) => {
    if (typeof value === 'string') throw typeError('not a valid non-string sequence or mapping object');
    if (!isDict(value) && !Array.isArray(value) && !(value instanceof PyObject)) {
      throw typeError(`not a valid non-string sequence or mapping object: ${typeName(value)}`);
    }
    return queryText(value, context);
  }),
];

/** The global for a callable; types are printed as `type`. */
export function asGlobal(entry: Callable): Value {
  if (entry === DICT) return new DictType(entry);
  return new PyFunction(
    entry,
    entry.name === 'namespace' || entry.name === 'cycler' || entry.name === 'joiner' ? 'type' : 'function',
  );
}
