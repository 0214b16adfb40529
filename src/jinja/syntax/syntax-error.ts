import { TemplateFailure } from '../values/failure.ts';

/** A syntax error, with its position. */
export class SyntaxFailure extends TemplateFailure {
  readonly column: number;

  constructor(text: string, source: string, offset: number, kind = 'TemplateSyntaxError') {
    const before = source.slice(0, offset);
    const line = before.split('\n').length;
    super(kind, text, line);
    this.column = offset - (before.lastIndexOf('\n') + 1) + 1;
  }
}
