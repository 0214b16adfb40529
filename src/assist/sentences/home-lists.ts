import type { ListValue } from './language-model.ts';
import type { TextIndex } from './text-index.ts';

/** Names, areas and floors: lists that depend on the home. */
export type HomeLists = Readonly<Record<string, TextIndex<HomeValue>>>;

/** A value of such a list. */
export interface HomeValue extends ListValue {
  /** The kind and ID of what has this name. */
  readonly of: { readonly kind: 'entity' | 'area' | 'floor'; readonly id: string };
}
