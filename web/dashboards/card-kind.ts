import type { nothing, TemplateResult } from 'lit';
import type { HomeStore } from '../state/home-store.ts';
import type { Config } from './config.ts';

/** What a card is rendered with. */
export interface CardView {
  readonly home: HomeStore;
  readonly config: Config;
  /** The element to render again, and from which events bubble. */
  readonly host: HTMLElement & { requestUpdate(): void };
  /** How deeply it is nested in other cards. */
  readonly depth: number;
  /** Whether it is far from the window and need not be up to date. */
  readonly isFar: boolean;
}

/** A type of card as `type` names it. */
export interface CardKind {
  readonly render: (view: CardView) => TemplateResult | typeof nothing;
  /** The estimated height in units of half a tile, to distribute cards over columns. */
  readonly size?: (config: Config) => number;
  /** The columns of twelve in a section; all by default. */
  readonly columns?: number;
  /** More entities than the card mentions, or topics, that it depends on. */
  readonly watches?: (config: Config, home: HomeStore) => readonly string[];
}
