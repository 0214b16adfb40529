import { html, nothing, type TemplateResult } from 'lit';
import { cssValues } from '../../parts/css-values.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { type Config, configIn, configsIn, listIn, numberIn, textIn } from '../config.ts';
import { sizeOf } from '../size.ts';

type Look = 'horizontal' | 'vertical' | 'grid';

const stack =
  (look: Look) =>
  ({ home, config, depth }: CardView): TemplateResult => {
    const title = textIn(config.title);
    const columns = Math.min(Math.max(numberIn(config.columns) ?? 3, 1), 12);
    const isSquare = look === 'grid' && config.square !== false;
    return html`<section class="card-stack">
      ${title === undefined ? nothing : html`<h2>${title}</h2>`}
      <div class="stack" data-look=${look} ?data-square=${isSquare} ${cssValues({ '--columns': columns })}>
        ${listIn(config.cards).map(
          (card) => html`<hearth-card .home=${home} .config=${card} .depth=${depth + 1}></hearth-card>`,
        )}
      </div>
    </section>`;
  };

const sum = ({ cards }: Config): number =>
  configsIn(cards).reduce((all, card) => all + sizeOf(card, cardSizes), 0);
const highest = ({ cards }: Config): number =>
  Math.max(1, ...configsIn(cards).map((card) => sizeOf(card, cardSizes)));

/** The card is only there while its conditions hold; see `DashboardCard`. */
function conditional({ home, config, depth }: CardView): TemplateResult {
  return html`<hearth-card .home=${home} .config=${configIn(config.card)} .depth=${depth + 1}></hearth-card>`;
}

const rowsOf = (config: Config): number => {
  const columns = Math.max(numberIn(config.columns) ?? 3, 1);
  return (
    (sum(config) / Math.max(1, configsIn(config.cards).length)) *
    Math.ceil(configsIn(config.cards).length / columns)
  );
};

/** The cards that hold others. */
export const STACK_KINDS: Readonly<Record<string, CardKind>> = {
  'vertical-stack': { render: stack('vertical'), size: sum },
  'horizontal-stack': { render: stack('horizontal'), size: highest },
  grid: { render: stack('grid'), size: rowsOf },
  conditional: {
    render: conditional,
    size: ({ card }) => (configIn(card) === undefined ? 1 : sizeOf(configIn(card) ?? {}, cardSizes)),
  },
};

/** Sizes of the cards inside; others count as usual ones. */
const cardSizes = (type: string): CardKind | undefined =>
  Object.hasOwn(STACK_KINDS, type) ? STACK_KINDS[type] : undefined;
