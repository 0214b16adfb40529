// Attacks on the render time, generated from the tables of the language itself, so that new builtins are
// included automatically.

const TEXT = 1_000_000;
const ITEMS = 100_000;
const DEPTH = 500;

/** The values that builtins are tried on; `size` is a share of a megabyte of text and of 100,000 items. */
export function probeVariables(size = 1) {
  const [text, items] = [Math.round(TEXT * size), Math.round(ITEMS * size)];
  const long = (part) => part.repeat(Math.ceil(text / part.length)).slice(0, text - (text % part.length));
  const list = (make) => Array.from({ length: items }, (_, at) => make(at));
  let nested = ['end'];
  for (let depth = 0; depth < DEPTH; depth += 1) nested = [nested];
  return {
    words: long('Ab cd-ef.gh_12\n'),
    percent: long('%'),
    braces: long('{0}'),
    astral: long('\u{1f389}\u00e9'),
    greek: long('\u03a3\u03b1\u0416 '),
    digits: `${long('1')}x`,
    blanks: `a${long(' ')}b`,
    dots: `${long('.')}x`,
    markup: long('<a b="c">&amp;'),
    jsonList: `[${long('1,')}1]`,
    jsonDict: `{${list((at) => `"k${at}":${at}`).join()}}`,
    hex: long('ff'),
    ints: list((at) => (at * 7919) % items),
    texts: list((at) => `item ${(at * 7919) % items}`),
    same: list(() => 'x'),
    pairs: list((at) => [`k${at}`, at]),
    records: list((at) => ({ a: at, b: 'x' })),
    plain: Object.fromEntries(list((at) => [`k${at}`, at])),
    nested,
    big: 7n ** BigInt(Math.max(100, Math.round(90_000 * size))),
    small: 21.5,
  };
}

/** How to write a receiver of each type with the values above. */
const RECEIVERS = {
  str: ['words', 'percent', 'braces', 'astral', 'greek', 'digits', 'blanks'],
  list: ['ints', 'texts', 'same', 'nested'],
  tuple: ['tuple(ints)', 'tuple(same)'],
  dict: ['plain', 'dict(plain)'],
  set: ['set(ints)', 'set(texts)'],
  int: ['big'],
  float: ['small'],
  bytes: ['words.encode()'],
  datetime: ["('2024-01-01' | as_datetime)"],
  date: ["('2024-01-01' | as_datetime).date()"],
  time: ["('2024-01-01' | as_datetime).time()"],
  timedelta: ['timedelta(days=1)'],
  tzinfo: ["('2024-01-01T00:00:00Z' | as_datetime).tzinfo"],
};

const VALUES = [
  ...[
    'words',
    'percent',
    'braces',
    'astral',
    'greek',
    'digits',
    'blanks',
    'dots',
    'markup',
    'jsonList',
    'jsonDict',
  ],
  ...[
    'hex',
    'ints',
    'texts',
    'same',
    'pairs',
    'records',
    'plain',
    'dict(plain)',
    'nested',
    'big',
    'set(texts)',
  ],
  ...['words.encode()', 'range(100000)', 'small', "words | map('upper')"],
];

/** Arguments by the words in a parameter's name; in a second round every argument is the value itself. */
function argumentFor(name, round) {
  if (round === 'same') return undefined;
  if (
    /width|count|length|linecount|slices|size|precision|index|n$|min|max|levels|limit|leeway|offset|maxsplit/.test(
      name,
    )
  )
    return round === 'large' ? '1000' : '3';
  if (/format|spec/.test(name)) return round === 'large' ? "('%Y-%m-%d ' * 1000)" : "'%Y'";
  if (/fn|macro/.test(name)) return 'iif';
  if (/find|pattern/.test(name)) return round === 'large' ? "'(a|b)*c'" : "'\\\\w+x'";
  if (/attribute|key|name/.test(name)) return "'a'";
  if (/seq|iterable|other|others|list/.test(name)) return round === 'large' ? 'texts' : 'ints';
  if (/new|replace|fill|sep|wrap|end|chars|d$/.test(name)) return round === 'large' ? "'ab'" : "'a'";
  return round === 'large' ? 'words' : "'a'";
}

/** Arguments for the parameters after the first, as written in a template. */
function argumentsOf(parameters, round, value) {
  const given = parameters.map((name) => argumentFor(name.replace(/^\*+/, ''), round) ?? value);
  return given.join(', ');
}

function namesOf(signature) {
  const inside = signature.slice(signature.indexOf('(') + 1, -1);
  const parts = inside.match(/(?:'[^']*'|\([^)]*\)|[^,'(])+/g) ?? [];
  return parts.map((part) => part.split('=')[0].trim()).filter((name) => name !== '*' && name !== '');
}

const requiredOf = (signature) =>
  namesOf(signature).filter((name) => !new RegExp(`\\b${name.replace(/\*/g, '\\*')}=`).test(signature));

/** Repeated, and through all items if the result is lazy. */
function repeated(expression) {
  return (
    `{% for i in range(100000) %}{% set x = ${expression} %}` +
    '{% if x is iterable and x is not string %}{% for y in x %}{% endfor %}{% endif %}{% endfor %}'
  );
}

/**
 * All probes: `{ kind, name, label, source }`. `methods` is the list of types with their methods. The few
 * operators are named here; everything else is found in the tables.
 */
export function* probes(environment, methods) {
  for (const [name, { signature }] of environment.filters) {
    for (const value of VALUES) {
      for (const round of ['required', 'small', 'large', 'same']) {
        const names = (round === 'required' ? requiredOf(signature) : namesOf(signature)).slice(1);
        if (round !== 'required' && names.length === 0) continue;
        const args = argumentsOf(names, round === 'required' ? 'small' : round, `(${value})`);
        yield probe('filter', name, `(${value}) | ${name}${args === '' ? '' : `(${args})`}`);
      }
    }
  }
  for (const [name, { signature }] of environment.tests) {
    if (!/^\w+$/.test(name)) continue;
    for (const value of VALUES) {
      for (const round of ['small', 'same']) {
        const args = argumentsOf(namesOf(signature).slice(1), round, `(${value})`);
        yield probe('test', name, `(${value}) is ${name}${args === '' ? '' : `(${args})`}`);
        if (args === '') break;
      }
    }
  }
  for (const [name, global] of environment.globals) {
    const signature =
      global?.definition?.signature ?? (global?.callable === true ? `${name}(value)` : undefined);
    if (signature === undefined) continue;
    for (const value of VALUES) {
      for (const round of ['required', 'small', 'large', 'same']) {
        const names = round === 'required' ? requiredOf(signature) : namesOf(signature);
        if (names.length === 0 && round !== 'required') continue;
        const rest = argumentsOf(names.slice(1), round === 'required' ? 'small' : round, `(${value})`);
        const args = names.length === 0 ? '' : [`(${value})`, rest].filter((part) => part !== '').join(', ');
        yield probe('function', name, `${name}(${args})`);
      }
    }
  }
  for (const [type, table] of methods) {
    for (const [name, { signature }] of table) {
      for (const receiver of RECEIVERS[type] ?? []) {
        for (const round of ['required', 'small', 'large', 'same']) {
          const names = (round === 'required' ? requiredOf(signature) : namesOf(signature)).slice(1);
          if (round !== 'required' && names.length === 0) continue;
          const args = argumentsOf(names, round === 'required' ? 'small' : round, `(${receiver})`);
          yield probe('method', `${type}.${name}`, `(${receiver}).${name}(${args})`);
        }
      }
    }
  }
  for (const operator of [
    '+',
    '-',
    '*',
    '/',
    '//',
    '%',
    '**',
    '~',
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'in',
    'not in',
    'and',
  ]) {
    for (const value of VALUES) {
      for (const other of [`(${value})`, '3', "'a'", "'ba'", `[${value}]`]) {
        yield probe('operator', operator, `(${value}) ${operator} ${other}`);
        if (operator === 'in') yield probe('operator', operator, `${other} in (${value})`);
      }
    }
  }
  for (const value of VALUES) {
    for (const form of [
      'X[3]',
      'X[-1]',
      'X[1:]',
      'X[::-1]',
      'X[:5]',
      'X.a',
      '-X',
      'not X',
      '[X]',
      'X ~ 1',
      '{1: X}',
      '1 if X else 2',
    ])
      yield probe('form', form, form.replace('X', `(${value})`));
    yield {
      kind: 'form',
      name: 'print',
      label: `print ${value}`,
      source: `{% for i in range(100000) %}{% set x %}{{ ${value} }}{% endset %}{% endfor %}`,
    };
    yield {
      kind: 'form',
      name: 'escape',
      label: `autoescape ${value}`,
      source: `{% autoescape true %}{% for i in range(100000) %}{% set x %}{{ ${value} }}{% endset %}{% endfor %}{% endautoescape %}`,
    };
    yield {
      kind: 'form',
      name: 'for',
      label: `for ${value}`,
      source: `{% for i in range(100000) %}{% for a in ${value} %}{{ loop.last }}{% endfor %}{% endfor %}`,
    };
  }
}

function probe(kind, name, expression) {
  return { kind, name, label: expression, source: repeated(expression) };
}
