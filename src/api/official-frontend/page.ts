/** The color of the browser's frame. */
const THEME_COLOR = '#18BCF2';
/** The templates of scripts that integrations add; Hearth has none. */
const LOOPS = /\{%-? *for [\s\S]*?endfor *-?%\}/g;

/** The start page of the official frontend, filled in as its template asks. */
export function filledPage(template: string): string {
  return template.replace(LOOPS, '').replace(/\{\{ *theme_color *\}\}/g, THEME_COLOR);
}

const SIZES = [192, 384, 512] as const;

/** The web app manifest of the official frontend. */
export const MANIFEST = JSON.stringify({
  background_color: '#FFFFFF',
  dir: 'ltr',
  display: 'standalone',
  icons: SIZES.map((size) => ({
    purpose: 'any',
    sizes: `${size}x${size}`,
    src: `/static/icons/favicon-${size}x${size}.png`,
    type: 'image/png',
  })),
  id: '/?homescreen=1',
  lang: 'en-US',
  name: 'Home Assistant',
  prefer_related_applications: false,
  short_name: 'Home Assistant',
  start_url: '/?homescreen=1',
  theme_color: THEME_COLOR,
});

/** Addresses of pages that moved, by the beginning of the path. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/config/developer-tools', '/config/tools'],
  ['/developer-tools', '/config/tools'],
  ['/shopping-list', '/todo'],
];

/** The present address of a page that moved; undefined for others. */
export function movedPage(path: string): string | undefined {
  const found = MOVED.find(([from]) => path === from || path.startsWith(`${from}/`));
  return found && found[1] + path.slice(found[0].length);
}
