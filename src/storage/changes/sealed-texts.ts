import type { SecretBox } from '../secret-box.ts';
import type { FileDetail, FilePart } from './file-part.ts';

/** What stands before the encrypted text. */
const MARK = '$sealed:';

/** What a text belongs to. */
interface Place {
  readonly name: string;
  readonly id: string;
}

/**
 * The texts of recorded changes: those that have secrets are encrypted, so that the list of changes contains none. The
 * same text of the same item is encrypted to the same bytes.
 */
export class SealedTexts {
  private readonly box: Pick<SecretBox, 'seal' | 'open'> | undefined;
  private readonly hasSecrets: (text: string) => boolean;

  /** Without a box, nothing is encrypted. */
  constructor(box?: Pick<SecretBox, 'seal' | 'open'>, hasSecrets: (text: string) => boolean = () => false) {
    this.box = box;
    this.hasSecrets = hasSecrets;
  }

  /** The text to store. */
  seal(text: string | null, place: Place): string | null {
    return text !== null && this.hasSecrets(text) ? this.sealed(text, place) : text;
  }

  /** The text that was stored; undefined if its key is not here, since it comes from a backup of another server. */
  open(text: string | null, place: Place): string | null | undefined {
    if (text === null || !text.startsWith(MARK)) return text;
    return this.box?.open(text.slice(MARK.length), placeOf(place));
  }

  /** What to store of a file: also the difference within the file, which may be a part of a secret. */
  sealPart(part: FilePart): FilePart {
    const before = this.seal(part.before, part);
    const after = this.seal(part.after, part);
    if (before === part.before && after === part.after) return part;
    const detail = JSON.parse(part.detail) as FileDetail;
    const { splice } = detail;
    if (splice === undefined) return { ...part, before, after };
    const sealed = {
      ...splice,
      before: this.sealed(splice.before, part),
      after: this.sealed(splice.after, part),
    };
    return { ...part, before, after, detail: JSON.stringify({ ...detail, splice: sealed }) };
  }

  /** The details of a file; undefined if the key of their texts is not here. */
  openDetail(text: string, place: Place): FileDetail | undefined {
    const detail = JSON.parse(text) as FileDetail;
    const { splice } = detail;
    if (splice === undefined) return detail;
    const [before, after] = [this.open(splice.before, place), this.open(splice.after, place)];
    if (typeof before !== 'string' || typeof after !== 'string') return undefined;
    return { ...detail, splice: { ...splice, before, after } };
  }

  private sealed(text: string, place: Place): string {
    return this.box === undefined ? text : MARK + this.box.seal(text, placeOf(place));
  }
}

function placeOf({ name, id }: Place): string {
  return `change/${name}/${id}`;
}
