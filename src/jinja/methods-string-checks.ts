import { callable } from './call.ts';
import type { Callable } from './context.ts';
import { str } from './printing.ts';
import { isSpace } from './strip.ts';
import { isAllCase, isTitle } from './text-case.ts';

const DIGITS = /^[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒፩-፱᧚]+$/u;
const NUMERIC =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零]+$/u;

function check(
  name: string,
  description: string,
  example: readonly [string, string],
  run: (text: string) => boolean,
): Callable {
  return callable(`${name}(self)`, description, example, (_context, self) => run(str(self)));
}

/** Methods of text that answer yes or no. */
export const STRING_CHECKS: readonly Callable[] = [
  check('isalpha', 'Letters only.', ["{{ 'abc'.isalpha() }}", 'True'], (text) => /^\p{L}+$/u.test(text)),
  check(
    'isalnum',
    'Letters and digits only.',
    ["{{ 'a1'.isalnum() }}", 'True'],
    (text) =>
      text !== '' &&
      Array.from(text).every((char) => /^\p{L}$/u.test(char) || DIGITS.test(char) || NUMERIC.test(char)),
  ),
  check('isdigit', 'Digits only, raised ones too.', ["{{ '12'.isdigit() }}", 'True'], (text) =>
    DIGITS.test(text),
  ),
  check('isdecimal', 'Decimal digits only.', ["{{ '12'.isdecimal() }}", 'True'], (text) =>
    /^\p{Nd}+$/u.test(text),
  ),
  check('isnumeric', 'Digits, fractions and number signs only.', ["{{ '½'.isnumeric() }}", 'True'], (text) =>
    NUMERIC.test(text),
  ),
  check(
    'isspace',
    'White space only.',
    ["{{ ' '.isspace() }}", 'True'],
    (text) => text !== '' && Array.from(text).every(isSpace),
  ),
  check('islower', 'Has letters, all small.', ["{{ 'a1'.islower() }}", 'True'], (text) =>
    isAllCase(text, 'lower'),
  ),
  check('isupper', 'Has letters, all big.', ["{{ 'A1'.isupper() }}", 'True'], (text) =>
    isAllCase(text, 'upper'),
  ),
  check('istitle', 'Every word begins with a capital.', ["{{ 'Ab Cd'.istitle() }}", 'True'], isTitle),
  check('isascii', 'ASCII only.', ["{{ 'é'.isascii() }}", 'False'], (text) => !/[^\0-\x7f]/.test(text)),
  check('isidentifier', 'Could be a name in Python.', ["{{ 'a_1'.isidentifier() }}", 'True'], (text) =>
    /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u.test(text),
  ),
  check(
    'isprintable',
    'Nothing that cannot be seen.',
    ["{{ 'a'.isprintable() }}", 'True'],
    (text) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text),
  ),
];
