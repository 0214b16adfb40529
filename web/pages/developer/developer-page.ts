import '../../styles/inner.css';
import '../../texts/inner.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { sectionsPage } from '../../parts/sections.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { SECTIONS } from './sections-list.ts';

/** The developer tools. */
export class DeveloperPage extends LightElement {
  static override properties = { home: { attribute: false }, params: { attribute: false } };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;

  protected override render() {
    return sectionsPage(this, { base: PATHS.developer, title: say('developer.title'), groups: [SECTIONS] });
  }
}
