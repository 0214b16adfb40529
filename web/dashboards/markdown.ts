import { html, nothing, type TemplateResult } from 'lit';
import { lexer, type Token, type Tokens } from 'marked';
import { appAddress } from './addresses.ts';

/** Longer texts are cut: nobody reads them on a card. */
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 20;
/** Icons that the official frontend writes as elements. */
const ICON_TAG = /^<ha-icon\s+icon="(mdi:[\w-]+)"\s*\/?>/i;
/** Boxes that it writes as elements: `<ha-alert alert-type="warning" title="…">text</ha-alert>`. */
const ALERT_TAG = /^<ha-alert(?:\s+(?:alert-type|title)="[^"]*")*\s*>([\s\S]*?)<\/ha-alert>/i;

type Part = TemplateResult | string | typeof nothing;

/**
 * A text in Markdown as templates, below a heading of level `above`. Its HTML is not markup here but removed, so there is nothing to sanitize: what
 * can appear is what this file writes.
 */
export function markdownView(text: string, above = 1): readonly Part[] {
  const tokens = lexer(text.slice(0, MAX_LENGTH), { gfm: true, breaks: true });
  // Below the headings of cards, without gaps between levels.
  let last = above;
  for (const token of tokens)
    if (token.type === 'heading') {
      last = Math.min(token.depth + above, last + 1, 6);
      Object.assign(token, { level: last });
    }
  return blocks(tokens, 0);
}

function blocks(tokens: readonly Token[], depth: number): readonly Part[] {
  return depth > MAX_DEPTH ? [] : tokens.map((token) => block(token, depth + 1));
}

function block(token: Token, depth: number): Part {
  switch (token.type) {
    case 'heading':
      return headingOf(token as Tokens.Heading, depth);
    case 'paragraph':
      return html`<p>${inlines(token.tokens, depth)}</p>`;
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [], depth)}</blockquote>`;
    case 'code':
      return html`<pre tabindex="0"><code>${token.text}</code></pre>`;
    case 'hr':
      return html`<hr />`;
    case 'list':
      return listOf(token as Tokens.List, depth);
    case 'table':
      return tableOf(token as Tokens.Table, depth);
    case 'html':
      return htmlOf(token.raw, depth);
    case 'text':
      return html`${token.tokens === undefined ? decoded(token.text) : inlines(token.tokens, depth)}`;
    default:
      return nothing;
  }
}

/** Headings of a card are below those of the page. */
function headingOf({ depth: size, tokens, level }: Tokens.Heading & { level?: number }, depth: number): Part {
  return html`<p class="markdown-heading" role=${level === undefined ? nothing : 'heading'} aria-level=${level ?? nothing}
    data-size=${size}>${inlines(tokens, depth)}</p>`;
}

function listOf({ ordered, items }: Tokens.List, depth: number): Part {
  const rows = items.map(
    ({ tokens, task, checked }) =>
      html`<li>${task ? (checked ? '☑ ' : '☐ ') : nothing}${blocks(
        tokens.filter(({ type }) => type !== 'checkbox'),
        depth,
      )}</li>`,
  );
  return ordered ? html`<ol>${rows}</ol>` : html`<ul>${rows}</ul>`;
}

function tableOf({ header, rows }: Tokens.Table, depth: number): Part {
  return html`<div class="markdown-table" tabindex="0" role="region"><table>
    <thead><tr>${header.map(({ tokens }) => html`<th scope="col">${inlines(tokens, depth)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${inlines(tokens, depth)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** The text of HTML, as Markdown; of its elements only icons and boxes are known. */
function htmlOf(raw: string, depth: number): Part {
  const name = ICON_TAG.exec(raw.trim())?.[1];
  if (name !== undefined) return html`<hearth-icon .name=${name} .path=${''}></hearth-icon>`;
  const inside = ALERT_TAG.exec(raw.trim())?.[1];
  if (inside !== undefined) return html`<p class="notice">${blocks(lexer(withoutTags(inside)), depth)}</p>`;
  const text = withoutTags(raw).trim();
  return text === '' ? nothing : html`${decoded(text)} `;
}

function withoutTags(text: string): string {
  return text
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
}

function inlines(tokens: readonly Token[] | undefined, depth: number): readonly Part[] {
  return depth > MAX_DEPTH ? [] : (tokens ?? []).map((token) => inline(token, depth + 1));
}

function inline(token: Token, depth: number): Part {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inlines(token.tokens, depth)}</strong>`;
    case 'em':
      return html`<em>${inlines(token.tokens, depth)}</em>`;
    case 'del':
      return html`<del>${inlines(token.tokens, depth)}</del>`;
    case 'codespan':
      return html`<code>${decoded(token.text)}</code>`;
    case 'br':
      return html`<br />`;
    case 'link':
      return linkOf(token as Tokens.Link, depth);
    case 'image':
      return imageOf(token as Tokens.Image);
    case 'html':
      return htmlOf(token.raw, depth);
    default: {
      const { text = '', tokens } = token as Tokens.Text;
      return tokens === undefined ? decoded(text) : html`${inlines(tokens, depth)}`;
    }
  }
}

function linkOf({ href, tokens }: Tokens.Link, depth: number): Part {
  const text = inlines(tokens, depth);
  if (/^\/(?![/\\])/.test(href)) return html`<a href=${appAddress(href)}>${text}</a>`;
  if (!/^(https?|mailto|tel):/i.test(href)) return html`${text}`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`;
}

/** Only pictures of this server are loaded. */
function imageOf({ href, text }: Tokens.Image): Part {
  return /^\/(?![/\\])/.test(href)
    ? html`<img src=${href} alt=${text} loading="lazy" />`
    : html`<em>${text}</em>`;
}

/** Markdown escapes a few characters itself. */
function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
