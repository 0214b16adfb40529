import type { Panel } from '../../entities/dashboards/panels.ts';

/** The address on the official frontend's port that leads to Hearth's own app. */
export const LINK_PATH = '/hearth';
/** The script of the page in the sidebar that goes there. */
export const LINK_SCRIPT_PATH = '/hearth-link.js';

const ELEMENT = 'hearth-app-link';

/** The browser leaves the page for the other app; going back leads to the page before. */
export const LINK_SCRIPT = `customElements.define(${JSON.stringify(ELEMENT)}, class extends HTMLElement {
  connectedCallback() {
    location.replace(${JSON.stringify(LINK_PATH)});
  }
});
`;

/** The entry of the official frontend's sidebar that opens Hearth's own app. */
export const LINK: Panel = {
  component_name: 'custom',
  icon: 'mdi:fireplace',
  title: 'Hearth',
  default_visible: true,
  config: {
    _panel_custom: {
      ...{ name: ELEMENT, embed_iframe: false, trust_external: false },
      module_url: LINK_SCRIPT_PATH,
    },
  },
  url_path: 'hearth-app',
  require_admin: false,
  config_panel_domain: null,
  show_in_sidebar: true,
};
