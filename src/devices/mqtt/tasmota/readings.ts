/** Names devices give sensors and readings; others are left out, as they go into templates. */
const NAME = /^[\w .:+-]{1,64}$/;

/** Whether a name may stand in a template. */
export function isPlainName(name: string): boolean {
  return NAME.test(name);
}

/** A template that gives what stands at a path of a report, in whichever of its forms, and nothing where it is not there. */
export function at(...path: readonly (string | number)[]): string {
  return given([path]);
}

/** The same for the first of several paths that is there. */
export function firstOf(...paths: readonly (readonly (string | number)[])[]): string {
  return given(paths);
}

const WRAPPERS = ['StatusSTS', 'StatusSNS'];

function given(paths: readonly (readonly (string | number)[])[]): string {
  return within(
    paths.map((path, i) => `{% ${i === 0 ? '' : 'el'}if ${isThere(path)} %}{{ ${reach(path)} }}`).join('') +
      '{% endif %}',
  );
}

/** Puts `body` where `r` is the report: an answer to a question has it inside a wrapper. */
export function within(body: string): string {
  const inner = WRAPPERS.map((name) => `value_json.${name} if value_json.${name} is defined else `).join('');
  return `{% if value_json is defined and value_json is mapping %}{% set r = ${inner}value_json %}${body}{% endif %}`;
}

/** A test for what stands at a path of the report `r`, which fails nowhere on the way. */
export function isThere(path: readonly (string | number)[]): string {
  return path.map((_, i) => `${reach(path.slice(0, i + 1))} is defined`).join(' and ');
}

/** What stands at a path of the report `r`. */
export function reach(path: readonly (string | number)[]): string {
  return `r${path.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')}`;
}
