import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { Annotation, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { css, html, LitElement, type PropertyValues } from 'lit';

/** What completion offers for a word: entity IDs, actions, keys. */
export type CompletionSource = (
  line: string,
) => Promise<readonly { readonly label: string; readonly detail?: string }[]>;

/** Marks the line of an error, undefined for none. */
const showProblem = StateEffect.define<number | undefined>();
const problemLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects, state }) => {
    const effect = effects.find((one) => one.is(showProblem));
    if (effect === undefined) return before.map(changes);
    const line = effect.value as number | undefined;
    if (line === undefined) return Decoration.none;
    const { from } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
    return Decoration.set(Decoration.line({ class: 'cm-problem' }).range(from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks changes from outside, which are not reported. */
const outside = Annotation.define<boolean>();

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: tags.special(tags.string), color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--tone-cool)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-quiet)' },
  { tag: [tags.typeName, tags.labelName], color: 'var(--tone-media)' },
]);

const LOOK = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface-raised)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--fixed)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--text-quiet)', backgroundColor: 'var(--sunken)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--text) 5%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-problem': { backgroundColor: 'var(--danger-soft)', boxShadow: 'inset 0.2rem 0 0 var(--danger)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent-strong)',
  },
  '.cm-completionDetail': { opacity: '0.85' },
});

/**
 * A code editor for YAML with line numbers, colors and completion. It has a shadow tree of its own, since its library
 * adds style sheets that the Content-Security-Policy would block in the document. Fires `typed` with the text.
 */
export class CodeEditor extends LitElement {
  static override properties = {
    value: { attribute: false },
    label: { attribute: false },
    problem: { attribute: false },
    complete: { attribute: false },
  };

  static override styles = css`
    :host {
      display: block;
      overflow: hidden;
      border: 1px solid var(--line-strong);
      border-radius: var(--radius-small);
    }
    :host(:focus-within) {
      outline: 2px solid var(--accent);
      outline-offset: 1px;
    }
    .cm-editor {
      max-block-size: 70vh;
    }
  `;

  declare value: string;
  declare label: string;
  /** An error with its line, from 1. */
  declare problem: { readonly line: number; readonly text: string } | undefined;
  declare complete: CompletionSource | undefined;
  private view: EditorView | undefined;

  constructor() {
    super();
    this.value = '';
    this.label = '';
    this.problem = undefined;
    this.complete = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.view?.destroy();
    this.view = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.open();
  }

  override focus(): void {
    this.view?.focus();
  }

  protected override render() {
    return html`<div id="editor"></div>`;
  }

  protected override firstUpdated(): void {
    this.open();
  }

  protected override updated(changed: PropertyValues): void {
    const { view, value, problem } = this;
    if (view === undefined) return;
    const now = view.state.doc.toString();
    if (value !== now)
      view.dispatch({ changes: { from: 0, to: now.length, insert: value }, annotations: outside.of(true) });
    if (!changed.has('problem') && !changed.has('value')) return;
    view.dispatch({ effects: showProblem.of(problem?.line) });
  }

  private open(): void {
    const parent = this.renderRoot.querySelector('#editor');
    if (parent === null || this.view !== undefined) return;
    this.view = new EditorView({
      parent,
      root: this.renderRoot as ShadowRoot,
      state: EditorState.create({
        doc: this.value,
        extensions: [
          lineNumbers(),
          problemLine,
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          indentOnInput(),
          indentUnit.of('  '),
          yaml(),
          syntaxHighlighting(COLORS),
          LOOK,
          autocompletion({ override: [(context) => this.completions(context)], icons: false }),
          // Tab moves to the next field, as everywhere.
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.domEventHandlers({ beforeinput: replaceSelection }),
          EditorView.contentAttributes.of({
            'aria-label': this.label,
            'aria-multiline': 'true',
            tabindex: '0',
            autocapitalize: 'off',
          }),
          EditorView.updateListener.of((update) => {
            const isOwn = update.transactions.some((one) => one.annotation(outside) !== true);
            if (!update.docChanged || !isOwn) return;
            this.value = update.state.doc.toString();
            this.dispatchEvent(new CustomEvent('typed', { detail: this.value }));
          }),
        ],
      }),
    });
  }

  private async completions(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[\w.]+/);
    if ((word === null && !context.explicit) || this.complete === undefined) return null;
    const line = context.state.doc.lineAt(context.pos);
    const above = line.number > 1 ? context.state.doc.line(line.number - 1).text : '';
    const options = await this.complete(`${above}\n${line.text.slice(0, context.pos - line.from)}`);
    return { from: word?.from ?? context.pos, options: [...options], validFor: /^[\w.]*$/ };
  }
}

/**
 * Replaces selected text itself: the browser would keep the look of what was replaced in a `style` attribute, which the
 * Content-Security-Policy reports.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}
