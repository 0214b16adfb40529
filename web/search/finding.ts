import type { Order } from '../state/home-store.ts';

/** What choosing a finding does: opens the dialog of an entity, goes to a page, or does something. */
export type Choice =
  | { readonly kind: 'entity'; readonly entityId: string }
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'task'; readonly run: () => void };

/** Something that the search can find. */
export interface Finding {
  /** Unique among all findings. */
  readonly key: string;
  readonly name: string;
  /** Where it is or what it belongs to. */
  readonly detail: string;
  /** What kind of thing it is, as users call it. */
  readonly sort: string;
  /** A path from the icon set; findings with `entityId` have the icon of their entity. */
  readonly iconPath: string;
  /** An icon chosen by the user. */
  readonly iconName?: string | null;
  /** The entity whose state is shown. */
  readonly entityId?: string;
  readonly choice: Choice;
}
