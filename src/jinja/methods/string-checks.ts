import { callable } from '../values/call.ts';
import type { Callable } from '../values/context.ts';
import { str } from '../values/printing.ts';
import { isSpace } from '../values/strip.ts';
import { everyPiece } from '../values/text-pieces.ts';
import { isAllCase, isTitle } from './text-case.ts';

const DIGITS = /^[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒፩-፱᧚]+$/u;
const NUMERIC =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零]+$/u;

/** Each character is a letter, digit or numeric character as in the patterns above. */
const LETTERS_AND_DIGITS = new RegExp(
  `^(?:\\p{L}|${DIGITS.source.slice(1, -2)}|${NUMERIC.source.slice(1, -2)})+$`,
  'u',
);

function all(text: string, pattern: RegExp): boolean {
  return text !== '' && everyPiece(text, (piece) => pattern.test(piece));
}

function check(
  name: string,
  description: string,
  example: readonly [string, string],
  run: (text: string) => boolean,
): Callable {
  return callable(`${name}(self)`, description, example, (_context, self) => run(str(self)));
}

/** Boolean methods of text. */
export const STRING_CHECKS: readonly Callable[] = [
  check('isalpha', 'Letters only.', ["{{ 'abc'.isalpha() }}", 'True'], (text) => all(text, /^\p{L}+$/u)),
  check('isalnum', 'Letters and digits only.', ["{{ 'a1'.isalnum() }}", 'True'], (text) =>
    all(text, LETTERS_AND_DIGITS),
  ),
  check('isdigit', 'Digits only, including superscript.', ["{{ '12'.isdigit() }}", 'True'], (text) =>
    all(text, DIGITS),
  ),
  check('isdecimal', 'Decimal digits only.', ["{{ '12'.isdecimal() }}", 'True'], (text) =>
    all(text, /^\p{Nd}+$/u),
  ),
  check('isnumeric', 'Numeric characters only.', ["{{ '½'.isnumeric() }}", 'True'], (text) =>
    all(text, NUMERIC),
  ),
  check(
    'isspace',
    'Whitespace only.',
    ["{{ ' '.isspace() }}", 'True'],
    (text) => text !== '' && everyPiece(text, (piece) => Array.from(piece).every(isSpace), 2),
  ),
  check('islower', 'All letters are lower case.', ["{{ 'a1'.islower() }}", 'True'], (text) =>
    isAllCase(text, 'lower'),
  ),
  check('isupper', 'All letters are upper case.', ["{{ 'A1'.isupper() }}", 'True'], (text) =>
    isAllCase(text, 'upper'),
  ),
  check('istitle', 'Every word is capitalized.', ["{{ 'Ab Cd'.istitle() }}", 'True'], isTitle),
  check('isascii', 'ASCII only.', ["{{ 'é'.isascii() }}", 'False'], (text) =>
    everyPiece(text, (piece) => !/[^\0-\x7f]/.test(piece)),
  ),
  check(
    'isidentifier',
    'A valid identifier in Python.',
    ["{{ 'a_1'.isidentifier() }}", 'True'],
    (text) => all(`_${text}`, /^[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]+$/u) && /^[\p{L}\p{Nl}_]/u.test(text),
  ),
  check('isprintable', 'Printable characters only.', ["{{ 'a'.isprintable() }}", 'True'], (text) =>
    everyPiece(text, (piece) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(piece)),
  ),
];
