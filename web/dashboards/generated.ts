import { layoutHome } from '../pages/home/home-layout.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { type Config, configIn } from './config.ts';

const MAX_CARDS = 24;

/** A dashboard of the whole home by rooms: for dashboards that clients generate, and where users start from. */
export function generatedDashboard(home: HomeStore): Config {
  const { storeys, people, weather, scenes } = layoutHome(
    home,
    { favourites: [], hidden: [], orders: {} },
    false,
  );
  const rooms = storeys.flatMap(({ rooms: all }) => all);
  const first = weather === undefined ? [] : [{ type: 'weather-forecast', entity: weather }];
  const sections = [
    ...(first.length === 0 ? [] : [{ type: 'grid', cards: [heading(say('home.summary')), ...first] }]),
    ...rooms.map(({ area, tiles, readings }) => ({
      type: 'grid',
      cards: [
        heading(area?.name ?? say('home.elsewhere'), area?.icon),
        ...[...tiles, ...readings].slice(0, MAX_CARDS).map((entity) => ({ type: 'tile', entity })),
      ],
    })),
    ...(scenes.length === 0
      ? []
      : [
          {
            type: 'grid',
            cards: [
              heading(say('home.scenes')),
              ...scenes.slice(0, MAX_CARDS).map((entity) => ({ type: 'tile', entity })),
            ],
          },
        ]),
  ];
  return {
    views: [
      {
        title: say('home.title'),
        path: 'home',
        type: 'sections',
        badges: people.map((entity) => ({ type: 'entity', entity })),
        sections,
      },
    ],
  };
}

function heading(text: string, icon?: string | null | undefined): Config {
  return { type: 'heading', heading: text, ...(icon == null ? {} : { icon }) };
}

/** The views of a dashboard, or of its strategy. */
export function resolved(home: HomeStore, config: unknown): Config {
  const given = configIn(config);
  const strategy = configIn(given?.strategy);
  if (given === undefined || (strategy !== undefined && !Array.isArray(given.views))) {
    if (strategy?.type === 'map') return { ...given, views: [mapView(home)] };
    return { ...given, ...generatedDashboard(home) };
  }
  return given;
}

function mapView(home: HomeStore): Config {
  const entities = [...home.all()]
    .filter(({ domain }) => domain === 'person' || domain === 'zone')
    .map((one) => one.entity_id);
  return { title: say('domain.zone'), type: 'panel', cards: [{ type: 'map', entities }] };
}

/** A view, or what its strategy generates. */
export function resolvedView(home: HomeStore, view: Config): Config {
  const strategy = configIn(view.strategy);
  if (strategy === undefined) return view;
  const views =
    strategy.type === 'map' ? [mapView(home)] : (generatedDashboard(home).views as readonly Config[]);
  return { ...views[0], ...(view.title === undefined ? {} : { title: view.title }), path: view.path };
}
