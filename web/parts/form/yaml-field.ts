import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { cssValues } from '../css-values.ts';
import { yamlCompletions } from './yaml-completions.ts';
import { type YamlTools, yamlTools } from './yaml-text.ts';

/** A YAML editor. Fires `changed` with the value when the text is valid; errors are shown with their line. */
export class YamlField extends LightElement {
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    hint: { attribute: false },
    value: { attribute: false },
    rows: { attribute: false },
    home: { attribute: false },
    text: { state: true },
    problem: { state: true },
    line: { state: true },
    hasEditor: { state: true },
  };

  declare name: string;
  declare label: string;
  declare hint: string | undefined;
  declare value: unknown;
  declare rows: number;
  declare text: string;
  declare problem: string | undefined;
  /** For completion; undefined where there is none. */
  declare home: HomeStore | undefined;
  /** The line of the error. */
  declare line: number;
  /** Whether the code editor has been loaded; until then, and where that fails, a plain field is shown. */
  declare hasEditor: boolean;
  /** The value last fired, as JSON: it is not formatted again while being edited. */
  private written: string | undefined;
  private tools: YamlTools | undefined;
  /** Whether the form is taking over what was just typed. */
  private isAnswering = false;

  constructor() {
    super();
    this.name = 'yaml';
    this.label = '';
    this.hint = undefined;
    this.value = undefined;
    this.rows = 6;
    this.text = '';
    this.problem = undefined;
    this.home = undefined;
    this.line = 1;
    this.hasEditor = customElements.get('hearth-code-editor') !== undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadEditor();
    yamlTools().then(
      (tools) => {
        this.tools = tools;
        this.requestUpdate();
      },
      () => {
        this.problem = say('error.no_answer');
      },
    );
  }

  protected override willUpdate(): void {
    const now = JSON.stringify(this.value ?? null);
    if (this.tools === undefined || this.written === now) return;
    this.written = now;
    // A form may complete what was typed; the text under the cursor stays as it is.
    if (this.isAnswering) return;
    this.text = this.tools.write(this.value).trimEnd();
    this.problem = undefined;
  }

  protected override render() {
    const { name, problem, hint } = this;
    const lines = Math.min(30, Math.max(this.rows, this.text.split('\n').length + 1));
    return html`<div class="field">
      <label for=${this.hasEditor ? nothing : name} @click=${this.focusEditor}>${this.label}</label>
      ${this.hasEditor ? this.editor(lines) : nothing}
      <textarea
        id=${name}
        class=${this.hasEditor ? 'code yaml visually-hidden' : 'code yaml'}
        tabindex=${this.hasEditor ? '-1' : nothing}
        aria-hidden=${this.hasEditor ? 'true' : nothing}
        rows=${lines}
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        ?disabled=${this.tools === undefined}
        aria-invalid=${problem === undefined ? 'false' : 'true'}
        ?data-unreadable=${problem !== undefined && !this.hasEditor}
        aria-describedby="${name}-remark"
        .value=${this.text}
        @input=${(event: InputEvent) => this.type((event.target as HTMLTextAreaElement).value)}
        @keydown=${indent}
      ></textarea>
      <div id="${name}-remark" role="status">
        ${problem === undefined ? nothing : html`<p class="error">${problem}</p>`}
        ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
      </div>
    </div>`;
  }

  private editor(lines: number): TemplateResult {
    const { problem, home } = this;
    return html`<hearth-code-editor
      id="${this.name}-editor"
      ?data-unreadable=${problem !== undefined}
      ${cssValues({ '--lines': lines })}
      .label=${this.label}
      .value=${this.text}
      .problem=${problem === undefined ? undefined : { line: this.line, text: problem }}
      .complete=${home === undefined ? undefined : (text: string) => yamlCompletions(home, text)}
      @typed=${(event: CustomEvent<string>) => this.type(event.detail)}
    ></hearth-code-editor>`;
  }

  private readonly focusEditor = (event: Event): void => {
    if (!this.hasEditor) return;
    event.preventDefault();
    this.querySelector<HTMLElement>('hearth-code-editor')?.focus();
  };

  private async loadEditor(): Promise<void> {
    try {
      define({ 'hearth-code-editor': (await import('./code-editor.ts')).CodeEditor });
      this.hasEditor = true;
    } catch {
      // The plain field does as well.
    }
  }

  private type(text: string): void {
    const { tools } = this;
    this.text = text;
    if (tools === undefined) return;
    const reading = tools.read(text);
    if ('problem' in reading) {
      const { line, code, problem } = reading;
      this.line = line;
      this.problem = say('form.yaml_problem', { line, problem: wordOr(`yaml.${code}`, problem) });
      this.dispatchEvent(new CustomEvent('unreadable'));
      return;
    }
    this.problem = undefined;
    this.written = JSON.stringify(reading.value ?? null);
    this.isAnswering = true;
    this.dispatchEvent(new CustomEvent('changed', { detail: reading.value }));
    setTimeout(() => {
      this.isAnswering = false;
    });
  }
}

/** Enter keeps the indentation; Tab moves to the next field, as everywhere. */
function indent(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  const area = event.target as HTMLTextAreaElement;
  const { value, selectionStart: from, selectionEnd: to } = area;
  const line = value.slice(value.lastIndexOf('\n', from - 1) + 1, from);
  const [blanks = ''] = /^ *(- )?/.exec(line) ?? [];
  if (blanks === '') return;
  event.preventDefault();
  const deeper = line.trimEnd().endsWith(':') ? '  ' : '';
  area.setRangeText(`\n${' '.repeat(blanks.length)}${deeper}`, from, to, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
