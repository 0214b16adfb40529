import { fault } from '../../core/errors.ts';
import { slugify } from '../../core/slug.ts';

/** Fetches text from a URL, with limits on time and size. */
export type Fetch = (url: string) => Promise<string>;

/** A blueprint found at a URL. */
export interface FoundBlueprint {
  readonly text: string;
  /** A suggested file name, without the extension. */
  readonly name: string;
  readonly sourceUrl: string;
}

/** One kind of URL and how to find a blueprint there; null for URLs of other kinds. */
type Source = (url: URL, fetch: Fetch) => Promise<FoundBlueprint> | null;

/** The sites where blueprints are shared, then any other URL. */
const SOURCES: readonly Source[] = [forum, gist, github, plain];

/**
 * Fetches the blueprint that a URL shares: a community forum post, a gist, a file on GitHub, or the text
 * itself.
 */
export async function findBlueprint(address: string, fetch: Fetch): Promise<FoundBlueprint> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw fault('invalid_format', 'address_is_no_address_blueprint_can_come_from', {
      address: JSON.stringify(address),
    });
  for (const source of SOURCES) {
    const found = source(url, fetch);
    if (found !== null) return found;
  }
  throw fault('not_supported', 'nothing_is_known_of_blueprints_at', { host: url.host });
}

function forum(url: URL, fetch: Fetch): Promise<FoundBlueprint> | null {
  const [, slug = '', id] = /^\/t\/([^/]+)\/(\d+)(?:\/|$)/.exec(url.pathname) ?? [];
  if (url.hostname !== 'community.home-assistant.io' || id === undefined) return null;
  return (async () => {
    const topic = readJson(await fetch(`https://community.home-assistant.io/t/${slug}/${id}.json`));
    const post = at(at(at(topic, 'post_stream'), 'posts'), 0);
    const text = codeOf(String(at(post, 'cooked') ?? ''));
    if (text === undefined) throw fault('invalid_format', 'there_is_no_blueprint_in_first_post');
    return { text, name: `${nameOf(at(post, 'username'))}/${nameOf(slug)}`, sourceUrl: url.href };
  })();
}

function gist(url: URL, fetch: Fetch): Promise<FoundBlueprint> | null {
  const [, user = '', id] = /^\/([^/]+)\/([\da-f]+)(?:\/|$)/.exec(url.pathname) ?? [];
  if (url.hostname !== 'gist.github.com' || id === undefined) return null;
  return (async () => {
    const files = at(readJson(await fetch(`https://api.github.com/gists/${id}`)), 'files');
    for (const file of Object.values(typeof files === 'object' && files !== null ? files : {})) {
      const name = String(at(file, 'filename') ?? '');
      const text = at(file, 'content');
      if (/\.ya?ml$/.test(name) && typeof text === 'string' && isBlueprintText(text))
        return { text, name: `${nameOf(user)}/${stemOf(name)}`, sourceUrl: url.href };
    }
    throw fault('invalid_format', 'there_is_no_blueprint_in_this_gist');
  })();
}

function github(url: URL, fetch: Fetch): Promise<FoundBlueprint> | null {
  const isRaw = url.hostname === 'raw.githubusercontent.com';
  const pattern = isRaw ? /^\/([^/]+)\/([^/]+)\/(.+)$/ : /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/;
  const [, owner = '', repository = '', path] = pattern.exec(url.pathname) ?? [];
  if ((!isRaw && url.hostname !== 'github.com') || path === undefined) return null;
  return (async () => {
    const text = await fetch(`https://raw.githubusercontent.com/${owner}/${repository}/${path}`);
    return { text, name: `${nameOf(owner)}/${stemOf(path)}`, sourceUrl: url.href };
  })();
}

function plain(url: URL, fetch: Fetch): Promise<FoundBlueprint> {
  return (async () => {
    const text = await fetch(url.href);
    return { text, name: `${nameOf(url.hostname)}/${stemOf(url.pathname)}`, sourceUrl: url.href };
  })();
}

/** The first code block in a post that contains a blueprint. */
function codeOf(html: string): string | undefined {
  for (const [, content = ''] of html.matchAll(/<code class="lang-(?:auto|yaml)">([^<]*)<\/code>/g)) {
    const text = content.replace(
      /&(lt|gt|quot|#39|#x27|amp);/g,
      (_entity, name: string) => ENTITIES[name] ?? '',
    );
    if (isBlueprintText(text)) return text;
  }
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  amp: '&',
};

function isBlueprintText(text: string): boolean {
  return /^blueprint:/m.test(text);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fault('invalid_format', 'what_address_gave_cannot_be_read', {}, { cause: error });
  }
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
}

/** External names become path segments. */
function nameOf(text: unknown): string {
  return slugify(String(text ?? '')) || 'unknown';
}

function stemOf(path: string): string {
  return nameOf(
    path
      .split('/')
      .at(-1)
      ?.replace(/\.ya?ml$/, ''),
  );
}
