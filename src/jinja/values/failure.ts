/** An error inside a template, with Python's name: `TypeError`, `UndefinedError`, `ZeroDivisionError` … */
export class TemplateFailure extends Error {
  readonly kind: string;
  line: number | undefined;

  constructor(kind: string, text: string, line?: number) {
    super(text);
    this.kind = kind;
    this.line = line;
  }
}

/** Python's `TypeError`. */
export function typeError(text: string): TemplateFailure {
  return new TemplateFailure('TypeError', text);
}

/** Python's `ValueError`. */
export function valueError(text: string): TemplateFailure {
  return new TemplateFailure('ValueError', text);
}

/** The error of a function with invalid input and no default. */
export function noDefault(functionName: string, input: string, source: string): TemplateFailure {
  return valueError(
    `Template error: ${functionName} got invalid input '${input}' when rendering template '${source}' but no default was specified`,
  );
}
