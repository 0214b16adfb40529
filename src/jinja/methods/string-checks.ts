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

function check(name: string, run: (text: string) => boolean): Callable {
  return callable(`${name}(self)`, (_context, self) => run(str(self)));
}

/** Boolean methods of text. */
export const STRING_CHECKS: readonly Callable[] = [
  check('isalpha', (text) => all(text, /^\p{L}+$/u)),
  check('isalnum', (text) => all(text, LETTERS_AND_DIGITS)),
  check('isdigit', (text) => all(text, DIGITS)),
  check('isdecimal', (text) => all(text, /^\p{Nd}+$/u)),
  check('isnumeric', (text) => all(text, NUMERIC)),
  check('isspace', (text) => text !== '' && everyPiece(text, (piece) => Array.from(piece).every(isSpace), 2)),
  check('islower', (text) => isAllCase(text, 'lower')),
  check('isupper', (text) => isAllCase(text, 'upper')),
  check('istitle', isTitle),
  check('isascii', (text) => everyPiece(text, (piece) => !/[^\0-\x7f]/.test(piece))),
  check(
    'isidentifier',
    (text) => all(`_${text}`, /^[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]+$/u) && /^[\p{L}\p{Nl}_]/u.test(text),
  ),
  check('isprintable', (text) =>
    everyPiece(text, (piece) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(piece)),
  ),
];
