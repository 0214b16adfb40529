import { nothing, type PropertyValues } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { icon } from './icon.ts';
import { USUAL_ICONS } from './usual-icons.ts';

/** The build's folder of icon pieces, and their number. */
declare const ICON_FOLDER: string;
declare const ICON_PIECES: number;

/** The characters of an SVG path; anything else is rejected. */
const ICON_PATH = /^[-\d\s.,a-z]+$/i;
const NAME = /^mdi:([a-z\d]+(?:-[a-z\d]+)*)$/;

const pieces = new Map<number | 'usual', Promise<Readonly<Record<string, unknown>>>>();
const known = new Map<string, string>();

/** An icon of the set by name (`mdi:sofa`), or a fallback; its piece of the set is loaded on first use. */
export class NamedIcon extends LightElement {
  static override properties = { name: { attribute: false }, path: { attribute: false } };

  /** The name as stored by the server. */
  declare name: unknown;
  /** The fallback if the name is not an icon. */
  declare path: string;

  protected override render() {
    const iconPath = typeof this.name === 'string' ? known.get(this.name) : undefined;
    const path = iconPath ?? this.path;
    return path === '' ? nothing : icon(path);
  }

  protected override updated(changed: PropertyValues): void {
    const { name } = this;
    if (!changed.has('name') || typeof name !== 'string' || known.has(name)) return;
    void iconPathOf(name).then((iconPath) => {
      if (iconPath === undefined) return;
      known.set(name, iconPath);
      this.requestUpdate();
    });
  }
}

/** The path of an icon of the set, or undefined. */
async function iconPathOf(name: string): Promise<string | undefined> {
  const words = NAME.exec(name)?.[1]?.split('-');
  if (words === undefined) return undefined;
  const key = `mdi${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`;
  const piece = USUAL_ICONS.has(words.join('-')) ? 'usual' : numberOf(key);
  const loading = pieces.get(piece) ?? load(piece);
  pieces.set(piece, loading);
  const drawings = await loading;
  const iconPath = Object.hasOwn(drawings, key) ? drawings[key] : undefined;
  return typeof iconPath === 'string' && ICON_PATH.test(iconPath) ? iconPath : undefined;
}

/** The piece of the set with an icon, as the build distributes them. */
function numberOf(key: string): number {
  return [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ICON_PIECES;
}

async function load(piece: number | 'usual'): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await fetch(`${ICON_FOLDER}/${piece}.json`);
    if (answer.ok) return (await answer.json()) as Readonly<Record<string, unknown>>;
  } catch {
    pieces.delete(piece);
  }
  return {};
}
