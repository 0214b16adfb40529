import type { Access } from '../core/access.ts';
import { HomeView } from '../entities/visibility/home-view.ts';
import { sees } from '../entities/visibility/visible-state.ts';
import type { AssistHome, HomeNames } from './home-names.ts';
import type { HomeValue } from './sentences/home-lists.ts';
import type { LanguageModel } from './sentences/language-model.ts';
import type { Recognition } from './sentences/ranking.ts';
import { type Hearing, MAX_SENTENCE_LENGTH, recognize } from './sentences/recognizer.ts';

/** The area in which somebody speaks. */
export interface SpokenIn {
  readonly id: string;
  readonly name: string;
}

/** More than the sentences a household says on a day. */
const MAX_REMEMBERED = 128;

/** Understands texts as sentences of the home; remembers the last ones of callers who may read everything. */
export class Understanding {
  private readonly home: AssistHome;
  private readonly names: HomeNames;
  private readonly remembered = new Map<string, Recognition | null>();
  private revision = -1;
  private model: LanguageModel | undefined;

  constructor(home: AssistHome, names: HomeNames) {
    this.home = home;
    this.names = names;
  }

  /** The area of a device that listens, if the caller may know it. */
  areaOf(deviceId: string | null | undefined, access: Access): SpokenIn | undefined {
    if (deviceId == null) return undefined;
    const view = new HomeView(access, this.home);
    const area = view.places.areas.get(view.device(deviceId)?.area_id ?? '');
    return area === undefined ? undefined : { id: area.id, name: area.name };
  }

  /**
   * Returns how a text is understood: with the names of exposed entities, else with those of other entities,
   * else with unknown names; null if no sentence is similar.
   */
  understand(
    model: LanguageModel,
    text: string,
    { area, access }: { readonly area: SpokenIn | undefined; readonly access: Access },
  ): Recognition | null {
    if (text.length > MAX_SENTENCE_LENGTH) return null;
    if (access.mayRead !== null) return this.recognize(model, text, { area, access });
    if (this.revision !== this.names.revision || this.model !== model) {
      this.remembered.clear();
      [this.revision, this.model] = [this.names.revision, model];
    }
    const key = `${area?.id ?? ''}\n${text}`;
    let found = this.remembered.get(key);
    if (found === undefined) found = this.recognize(model, text, { area, access });
    this.remembered.delete(key);
    this.remembered.set(key, found);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MAX_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    return found;
  }

  private recognize(
    model: LanguageModel,
    text: string,
    { area, access }: { readonly area: SpokenIn | undefined; readonly access: Access },
  ): Recognition | null {
    const facts = area === undefined ? {} : { area: { value: area.name, text: area.name } };
    const mayKnow = this.knownTo(access);
    const { exposed, unexposed } = this.names;
    const hearing: Hearing = { lists: exposed, facts, mayKnow };
    return (
      recognize(
        model,
        text,
        hearing,
        { ...hearing, lists: unexposed },
        { ...hearing, acceptsUnknown: true },
      ) ?? null
    );
  }

  private knownTo(access: Access): Hearing['mayKnow'] {
    if (access.mayRead === null) return null;
    const { places } = new HomeView(access, this.home);
    return ({ of: { kind, id } }: HomeValue) => {
      if (kind === 'entity') return sees(access, id);
      return (kind === 'area' ? places.areas : places.floors).get(id) !== undefined;
    };
  }
}

/** Whether names, areas or floors of a sentence are not known. */
export function hasUnknown({ slots }: Recognition): boolean {
  return slots.some(({ isUnknown }) => isUnknown === true);
}
