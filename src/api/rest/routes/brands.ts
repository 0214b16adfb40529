import { fault } from '../../../core/errors.ts';
import type { Route } from '../route.ts';

const DOMAIN = /^[a-z][a-z0-9_]{0,63}$/;
const FILE = /^(?:dark_)?(?:icon|logo)(?:@2x)?\.png$/;
/** Muted colors that suit a light and a dark background. */
const COLORS = [
  '#5b7a99',
  '#8a6d9b',
  '#4f8a74',
  '#a8774f',
  '#9b5d66',
  '#6b7f4d',
  '#4d7d8f',
  '#8d7b4a',
] as const;
const HEADERS = [
  ...['Cache-Control', 'public, max-age=86400'],
  ...['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
];

/**
 * Pictures of integrations. Those of manufacturers are on a server in the internet that Hearth does not ask: each
 * integration has its initial on a color of its own instead.
 */
export function brandRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/brands/integration/:domain/:file',
      permission: 'public',
      summary: 'A picture for an integration: its initial, since pictures of manufacturers are not fetched',
      query: {
        token: 'Accepted and ignored; the picture is the same for all',
        placeholder: 'Accepted and ignored',
      },
      answers: { 200: 'The picture', 404: 'No such picture' },
      produces: 'image/svg+xml',
      handle: (request) => {
        const [domain, file] = [request.param('domain'), request.param('file')];
        if (!DOMAIN.test(domain) || !FILE.test(file)) throw fault('not_found', 'path_not_found');
        return { status: 200, type: 'image/svg+xml', body: initialOf(domain), headers: HEADERS };
      },
    },
  ];
}

function initialOf(domain: string): string {
  let sum = 0;
  for (const character of domain) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  const color = COLORS[sum % COLORS.length];
  const text = `<text x="128" y="176" font-family="sans-serif" font-size="140" fill="#fff" text-anchor="middle">${domain.charAt(0).toUpperCase()}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256"><rect width="256" height="256" rx="56" fill="${color}"/>${text}</svg>`;
}
