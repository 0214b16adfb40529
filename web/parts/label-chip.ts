import { html, nothing, type TemplateResult } from 'lit';
import type { HomeStore } from '../state/home-store.ts';
import { cssValues } from './css-values.ts';

/** The named label colors, as in Home Assistant. */
const COLORS: Readonly<Record<string, string>> = {
  red: '#f44336',
  pink: '#e91e63',
  purple: '#926bc7',
  'deep-purple': '#6e41ab',
  indigo: '#3f51b5',
  blue: '#2196f3',
  'light-blue': '#03a9f4',
  cyan: '#00bcd4',
  teal: '#009688',
  green: '#4caf50',
  'light-green': '#8bc34a',
  lime: '#cddc39',
  yellow: '#ffeb3b',
  amber: '#ffc107',
  orange: '#ff9800',
  'deep-orange': '#ff6f22',
  brown: '#795548',
  grey: '#9e9e9e',
  'blue-grey': '#607d8b',
  black: '#000000',
  white: '#ffffff',
  'light-grey': '#bdbdbd',
  'dark-grey': '#606060',
  disabled: '#bdbdbd',
  primary: '#009ac7',
  accent: '#ff9800',
};

/** The colors suggested for a label. */
export const LABEL_COLORS = [
  ...['red', 'pink', 'purple', 'indigo', 'blue', 'light-blue', 'cyan', 'teal', 'green', 'lime'],
  ...['yellow', 'amber', 'orange', 'brown', 'grey', 'black'],
] as const;

/** The CSS color of a name or of `#rrggbb`; undefined for anything else. */
export function colorOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (/^#[\da-f]{6}$/i.test(name)) return name;
  return Object.hasOwn(COLORS, name) ? COLORS[name] : undefined;
}

/** The icon of a user-defined item in its color, shown before its name. */
export function badgeOf({ icon = null, color = null }: { icon?: unknown; color?: unknown }): TemplateResult {
  const fill = colorOf(color);
  return html`<span class="made-icon" ?data-color=${fill !== undefined} ${cssValues({ '--made': fill ?? 'transparent' })}>
    ${icon === null ? nothing : html`<hearth-icon .name=${icon} .path=${''}></hearth-icon>`}
  </span>`;
}

/** A row of labels. */
export function labelChips(home: HomeStore, ids: readonly string[]): TemplateResult | typeof nothing {
  const labels = ids.flatMap((id) => home.places.labels.get(id) ?? []);
  if (labels.length === 0) return nothing;
  return html`<span class="label-chips">${labels.map(
    (label) => html`<span class="label-chip">${badgeOf(label)}${label.name}</span>`,
  )}</span>`;
}
