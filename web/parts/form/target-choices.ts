import { mdiDevices, mdiFloorPlan, mdiHomeFloor0, mdiLabelOutline } from '@mdi/js';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { choicesOf, sourceOf } from './choices.ts';
import type { Choice, ChoiceSource, Chosen, EntityFilter, FormValues } from './form-field.ts';

const KINDS: readonly Chosen[] = ['area', 'device', 'entity', 'floor', 'label'];
const DRAWINGS: Readonly<Partial<Record<Chosen, string>>> = {
  area: mdiFloorPlan,
  device: mdiDevices,
  floor: mdiHomeFloor0,
  label: mdiLabelOutline,
};

/** All possible target items in one list: `area:kitchen`, `entity:light.desk`. */
export function targetSource(home: HomeStore, filters: readonly EntityFilter[]): ChoiceSource {
  const ofKind = (what: Chosen): readonly Choice[] =>
    choicesOf(home, what, filters).map((one) => marked(what, one));
  return {
    all: () => KINDS.flatMap(ofKind),
    find: (whole) => {
      const { what, id } = parts(whole);
      if (what === 'entity' || what === 'device') {
        const found = sourceOf(home, what).find(id);
        return found === undefined ? undefined : marked(what, found);
      }
      return what === undefined ? undefined : ofKind(what).find((one) => one.id === whole);
    },
  };
}

/** Converts a target to such a list. */
export function targetIds(target: FormValues): readonly string[] {
  return KINDS.flatMap((what) => {
    const ids = target[`${what}_id`];
    const list = typeof ids === 'string' ? ids.split(/\s*,\s*/) : ids;
    return [list ?? []].flat().map((id) => `${what}:${String(id)}`);
  });
}

/** Converts such a list to a target; undefined if empty. Items without a type are entities. */
export function targetOf(ids: readonly string[]): FormValues | undefined {
  const target: Record<string, string[]> = {};
  for (const whole of ids) {
    const { what = 'entity', id } = parts(whole);
    const key = `${what}_id`;
    target[key] = [...(target[key] ?? []), id];
  }
  return ids.length === 0 ? undefined : target;
}

function marked(what: Chosen, { id, name, detail, iconPath }: Choice): Choice {
  const kind = say(`form.one_${what}`);
  return {
    id: `${what}:${id}`,
    name,
    detail: what === 'entity' ? detail : [kind, detail].filter(Boolean).join(' · '),
    iconPath: DRAWINGS[what] ?? iconPath,
  };
}

function parts(whole: string): { readonly what: Chosen | undefined; readonly id: string } {
  const what = KINDS.find((kind) => whole.startsWith(`${kind}:`));
  return { what, id: what === undefined ? whole : whole.slice(what.length + 1) };
}
