// Generates src/core/letter-table.json from the tables of the package `transliteration`: node
// scripts/letter-table.js
// docs/decisions/0026 explains the choice of package. A test compares the file with the output of this
// script.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transliterate } from 'transliteration';

const UNKNOWN = '\u0001';
const HAN = [0x4e00, 0x9fff];
/** Characters the table omits: ASCII, and private use. */
const PRIVATE = [0xe000, 0xf8ff];
/** A run ends after this many unknown characters. */
const GAP = 6;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The package's transliteration of a character, reduced to slug characters; undefined if it has none or the
 * platform decomposes the character.
 */
function soundOf(code) {
  const letter = String.fromCharCode(code);
  if (letter.normalize('NFKD') !== letter) return undefined;
  const sound = transliterate(letter, { unknown: UNKNOWN });
  if (sound === UNKNOWN || sound.replaceAll("'", '').trim() === '') return undefined;
  return sound
    .trim()
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '_');
}

/**
 * The syllables of Chinese, and for each character from U+4E00 on the number of its syllable in two digits of
 * base 64.
 */
function chinese() {
  const sounds = [];
  for (let code = HAN[0]; code <= HAN[1]; code += 1) sounds.push(soundOf(code) ?? '');
  const syllables = [...new Set(sounds)].sort();
  const numbers = new Map(syllables.map((syllable, at) => [syllable, at]));
  const digits = sounds.map((sound) => {
    const number = numbers.get(sound);
    return DIGITS.charAt(number >> 6) + DIGITS.charAt(number & 63);
  });
  return { syllables: syllables.join(' '), readings: digits.join('') };
}

/**
 * All other characters in runs: the first code point in hex, then one transliteration after another; `.` is a
 * character without one.
 */
function others() {
  const runs = [];
  let run;
  let unknown = 0;
  for (let code = 0x80; code <= 0xffff; code += 1) {
    const skip = (code >= HAN[0] && code <= HAN[1]) || (code >= PRIVATE[0] && code <= PRIVATE[1]);
    const sound = skip || (code >= 0xd800 && code < 0xe000) ? undefined : soundOf(code);
    if (sound === undefined) {
      unknown += 1;
      continue;
    }
    if (run === undefined || unknown > GAP) {
      run = [code.toString(16)];
      runs.push(run);
    } else for (let left = unknown; left > 0; left -= 1) run.push('.');
    unknown = 0;
    run.push(sound);
  }
  return runs.map((words) => words.join(' '));
}

/** The text of src/core/letter-table.json. */
export function letterTable() {
  const table = {
    source:
      'Made by scripts/letter-table.js from transliteration 2.6.1, whose MIT license is in docs/third-party/transliteration.txt. Change nothing here by hand.',
    ...chinese(),
    runs: others(),
  };
  return `${JSON.stringify(table, undefined, 2)}\n`;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href)
  await writeFile(new URL('../src/core/letter-table.json', import.meta.url), letterTable());
