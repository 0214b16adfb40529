import type { Choice } from './form-field.ts';

/** The options that contain all words of a text, those starting with it first. */
export function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = simple(text);
  if (wanted === '') return choices;
  const words = wanted.split(/\s+/);
  const ranked = choices.flatMap((choice) => {
    const { id, name, detail = '' } = choice;
    const whole = simple(`${name} ${id} ${detail}`);
    if (!words.every((word) => whole.includes(word))) return [];
    return [{ choice, rank: rankOf(simple(name), simple(id), wanted) }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}

/** The option with this exact ID or name. */
export function named(choices: readonly Choice[], text: string): Choice | undefined {
  const wanted = simple(text);
  return (
    choices.find(({ id }) => id === text.trim() || id === `entity:${text.trim()}`) ??
    choices.find(({ id, name }) => simple(name) === wanted || simple(id) === wanted)
  );
}

function rankOf(name: string, id: string, wanted: string): number {
  if (name === wanted || id === wanted) return 0;
  if (name.startsWith(wanted) || id.startsWith(wanted)) return 1;
  if (` ${name}`.includes(` ${wanted}`) || id.includes(`.${wanted}`)) return 2;
  return name.includes(wanted) ? 3 : 4;
}

/** Lower case without accents: "kuche" matches "Küche". */
function simple(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ');
}
