import type { ExactJson } from '../../core/json.ts';
import { isTooDeep, MAX_JSON, readJson } from '../mqtt/client/payload-json.ts';

/** The most bytes of a text that is fetched. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** A text as it was fetched; entities that read it as JSON parse it once. */
export class Received {
  readonly text: string;
  private parsed: { readonly json: ExactJson | undefined } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The text as JSON; undefined if it is none. */
  get json(): ExactJson | undefined {
    this.parsed ??= { json: this.text.length <= MAX_JSON ? readJson(this.text) : readLongJson(this.text) };
    return this.parsed.json;
  }
}

/** Long texts do without the notation of their numbers, which takes longer to keep. */
function readLongJson(text: string): ExactJson | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as ExactJson;
  } catch {
    return undefined;
  }
}
