/** The names of label colors: those of a theme of Home Assistant. */
const NAMES: ReadonlySet<string> = new Set([
  ...['primary', 'accent', 'disabled', 'red', 'pink', 'purple', 'deep-purple', 'indigo', 'blue'],
  ...['light-blue', 'cyan', 'teal', 'green', 'light-green', 'lime', 'yellow', 'amber', 'orange'],
  ...['deep-orange', 'brown', 'light-grey', 'grey', 'dark-grey', 'blue-grey', 'black', 'white'],
]);

/** Whether a text is the color of a label: `#rrggbb`, or the name of a theme color such as `light-blue`. */
export function isLabelColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text) || NAMES.has(text);
}
