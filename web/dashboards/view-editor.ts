import type { TemplateResult } from 'lit';
import type { Path } from './editing/changes.ts';

/** Draws what is needed to arrange a view; see `editing/dashboard-editor.ts`, which is loaded on demand. */
export interface ViewEditor {
  /** A card with the tools to move and edit it. */
  card(card: unknown, path: Path, content: TemplateResult): TemplateResult;
  /** The tools of a section. */
  section(section: unknown, path: Path): TemplateResult;
  /** The button that adds a card at the end of a list. */
  addCard(list: Path): TemplateResult;
  /** The button that adds a section to a view. */
  addSection(list: Path, count: number): TemplateResult;
}
