import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { type YamlTools, yamlTools } from './yaml-text.ts';

/** A YAML editor. Fires `changed` with the value when the text is valid; errors are shown with their line. */
export class YamlField extends LightElement {
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    hint: { attribute: false },
    value: { attribute: false },
    rows: { attribute: false },
    text: { state: true },
    problem: { state: true },
  };

  declare name: string;
  declare label: string;
  declare hint: string | undefined;
  declare value: unknown;
  declare rows: number;
  declare text: string;
  declare problem: string | undefined;
  /** The value last fired, as JSON: it is not formatted again while being edited. */
  private written: string | undefined;
  private tools: YamlTools | undefined;

  constructor() {
    super();
    this.name = 'yaml';
    this.label = '';
    this.hint = undefined;
    this.value = undefined;
    this.rows = 6;
    this.text = '';
    this.problem = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
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
    this.text = this.tools.write(this.value).trimEnd();
    this.problem = undefined;
  }

  protected override render() {
    const { name, problem, hint } = this;
    const lines = Math.min(30, Math.max(this.rows, this.text.split('\n').length + 1));
    return html`<div class="field">
      <label for=${name}>${this.label}</label>
      <textarea
        id=${name}
        class="code yaml"
        rows=${lines}
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        ?disabled=${this.tools === undefined}
        aria-invalid=${problem === undefined ? 'false' : 'true'}
        ?data-unreadable=${problem !== undefined}
        aria-describedby="${name}-remark"
        .value=${this.text}
        @input=${(event: InputEvent) => this.type(event.target as HTMLTextAreaElement)}
        @keydown=${indent}
      ></textarea>
      <div id="${name}-remark" role="status">
        ${problem === undefined ? nothing : html`<p class="error">${problem}</p>`}
        ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
      </div>
    </div>`;
  }

  private type(area: HTMLTextAreaElement): void {
    const { tools } = this;
    this.text = area.value;
    if (tools === undefined) return;
    const reading = tools.read(area.value);
    if ('problem' in reading) {
      const { line, code, problem } = reading;
      this.problem = say('form.yaml_problem', { line, problem: wordOr(`yaml.${code}`, problem) });
      this.dispatchEvent(new CustomEvent('unreadable'));
      return;
    }
    this.problem = undefined;
    this.written = JSON.stringify(reading.value ?? null);
    this.dispatchEvent(new CustomEvent('changed', { detail: reading.value }));
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
