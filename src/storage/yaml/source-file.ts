import { open } from 'node:fs/promises';
import { HubError } from '../../core/errors.ts';
import { englishText, type Message, message } from '../../core/messages.ts';

/** A file as it was read. */
export interface SourceFile {
  /** The absolute real path, without symbolic links. */
  readonly path: string;
  /** Relative to the data folder, for messages: `packages/heating.yaml`. */
  readonly name: string;
  readonly text: string;
}

/** The maximum size of a file in bytes. */
export const MAX_FILE_BYTES = 10_000_000;

/** An error in a file and its location, with which the message begins. */
export class YamlProblem extends HubError {
  declare readonly reason: Message;
  /** The name of the file. */
  readonly file: string;
  /** `automations.yaml:12`, or only the file. */
  readonly place: string;

  constructor(file: string, problem: Message, options: { line?: number; cause?: unknown } = {}) {
    const { line, ...rest } = options;
    const place = line === undefined ? file : `${file}:${line}`;
    const reason = message('problem_in_file', { place, problem });
    super('home_assistant_error', englishText(reason), { ...rest, reason });
    this.file = file;
    this.place = place;
  }
}

/** The location of an offset: `automations.yaml:12`. */
export function placeIn(file: SourceFile, offset: number): string {
  return `${file.name}:${lineIn(file, offset)}`;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** The line of an offset, counted from 1. */
export function lineIn(file: SourceFile, offset: number): number {
  const starts = lineStarts.get(file) ?? startsOf(file.text);
  lineStarts.set(file, starts);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Reads a text file. Throws the system's errors, and `YamlProblem` if it is too large or not UTF-8. */
export async function readSource(path: string, name: string): Promise<SourceFile> {
  const handle = await open(path, 'r');
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new YamlProblem(name, message('yaml_not_a_file'));
    if (stat.size > MAX_FILE_BYTES)
      throw new YamlProblem(name, message('yaml_file_too_large', { max: MAX_FILE_BYTES }));
    const bytes = await handle.readFile();
    if (bytes.length > MAX_FILE_BYTES)
      throw new YamlProblem(name, message('yaml_file_too_large', { max: MAX_FILE_BYTES }));
    return { path, name, text: textOf(bytes, name) };
  } finally {
    await handle.close();
  }
}

/** Rejects other encodings, since such a file could not be written back unchanged. */
function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new YamlProblem(name, message('yaml_not_utf8'), { cause: error });
  }
}
