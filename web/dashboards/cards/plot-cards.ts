import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { HistoryPlot } from '../../controls/history-plot.ts';
import { LogbookSection } from '../../logbook/logbook-section.ts';
import { liveRange } from '../../parts/plot/plot-range.ts';
import { say } from '../../texts/say.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { cardNote } from '../card-note.ts';
import { type Config, configIn, entityIn, itemsIn, numberIn, textIn, textsIn } from '../config.ts';
import { StatisticCard } from './statistic-card.ts';
import { StatisticsPlot } from './statistics-plot.ts';

define({
  'hearth-history-plot': HistoryPlot,
  'hearth-logbook-section': LogbookSection,
  'hearth-statistics-plot': StatisticsPlot,
  'hearth-statistic-card': StatisticCard,
});

const HOUR = 3_600_000;
const DAY = 24;
const MAX_HOURS = 24 * 366;
const MAX_ENTRIES = 12;
/** The range of a plot lasts as long as its card, so that the user can move it. */
const ranges = new WeakMap<HTMLElement, { readonly hours: number; readonly range: object }>();

function idsIn({ home }: CardView, value: unknown): readonly string[] {
  return itemsIn(value).flatMap((item) => {
    const id = entityIn(item);
    return id !== undefined && home.entity(id) !== undefined ? [id] : [];
  });
}

const titled = (title: string | undefined, body: unknown): TemplateResult =>
  html`<section class="dash-card card-plot">${title === undefined ? nothing : html`<h2>${title}</h2>`}${body}</section>`;

function historyGraph(view: CardView): TemplateResult {
  const { home, config, host, isFar } = view;
  const ids = idsIn(view, config.entities);
  if (ids.length === 0) return cardNote(say('dashboards.no_entity'), textIn(config.title));
  const hours = Math.min(Math.max(numberIn(config.hours_to_show) ?? DAY, 0.1), MAX_HOURS);
  const known = ranges.get(host);
  const range = known?.hours === hours ? known.range : liveRange(hours * HOUR, Date.now());
  ranges.set(host, { hours, range });
  const plot = html`<hearth-history-plot
    .home=${home}
    .entityIds=${ids}
    .range=${range}
    @range=${(event: CustomEvent<object>) => {
      ranges.set(host, { hours, range: event.detail });
    }}
  ></hearth-history-plot>`;
  return titled(textIn(config.title), isFar ? html`<div class="plot-blank"></div>` : plot);
}

function statisticsGraph({ home, config, isFar }: CardView): TemplateResult {
  const ids = itemsIn(config.entities).flatMap((item) => entityIn(item) ?? textIn(item.statistic_id) ?? []);
  if (ids.length === 0) return cardNote(say('dashboards.no_entity'), textIn(config.title));
  const names = Object.fromEntries(
    itemsIn(config.entities).flatMap((item) => {
      const [id, name] = [entityIn(item), textIn(item.name)];
      return id === undefined || name === undefined ? [] : [[id, name]];
    }),
  );
  const types = textsIn(config.stat_types);
  const isBar = config.chart_type === 'bar' || types.includes('change') || types.includes('sum');
  return titled(
    textIn(config.title),
    isFar
      ? html`<div class="plot-blank"></div>`
      : html`<hearth-statistics-plot
          .home=${home}
          .query=${{
            ids,
            names,
            type: types.includes('change') || types.includes('sum') ? 'change' : (types[0] ?? 'mean'),
            days: Math.min(Math.max(numberIn(config.days_to_show) ?? 30, 0.04), 3660),
            period: textIn(config.period),
            isBar,
          }}
        ></hearth-statistics-plot>`,
  );
}

function statistic({ home, config }: CardView): TemplateResult {
  return html`<hearth-statistic-card .home=${home} .config=${config}></hearth-statistic-card>`;
}

function logbook(view: CardView): TemplateResult {
  const { home, config } = view;
  const target = configIn(config.target);
  const areas = new Set(textsIn(target?.area_id));
  const devices = new Set(textsIn(target?.device_id));
  const ofPlaces =
    areas.size + devices.size === 0
      ? []
      : [...home.all()].flatMap(({ entity_id: id }) =>
          areas.has(home.areaOf(id)?.area_id ?? '') ||
          devices.has(home.places.entries.get(id)?.device_id ?? '')
            ? [id]
            : [],
        );
  const ids = [...new Set([...idsIn(view, config.entities), ...idsIn(view, target?.entity_id), ...ofPlaces])];
  if (ids.length === 0) return cardNote(say('dashboards.no_entity'), textIn(config.title));
  return html`<section class="dash-card"><hearth-logbook-section
    .home=${home}
    .entityIds=${ids}
    .count=${MAX_ENTRIES}
    .isOfPage=${true}
    .link=${'/logbook'}
  ></hearth-logbook-section></section>`;
}

const many = ({ entities }: Config): number => 5 + itemsIn(entities).length;

/** The cards of past states. */
export const PLOT_KINDS: Readonly<Record<string, CardKind>> = {
  'history-graph': { render: historyGraph, size: many },
  'statistics-graph': { render: statisticsGraph, size: () => 7 },
  statistic: { render: statistic, size: () => 3, columns: 6 },
  logbook: { render: logbook, size: () => 8 },
};
