// The dialogs of the official frontend's pages: each opens, has content and causes no error.

/** What opens over a page. */
const OVERLAYS = 'wa-dialog[open], wa-drawer[open], dialog[open]';

/** A dialog that texts open, one after another; the last of the same text is that of the page, not of the sidebar. */
const byTexts = (path, ...texts) => ({
  name: `${path}: ${texts.join(', ')}`,
  path,
  open: async (page) => {
    for (const text of texts) await page.getByText(text, { exact: true }).last().click();
  },
});

/** A dialog that a key opens on the home page. */
const byKey = (key, what) => ({
  name: `/home/overview: ${what}`,
  path: '/home/overview',
  open: async (page) => {
    await page.getByText('Summaries').filter({ visible: true }).first().waitFor();
    await page.keyboard.press(key);
  },
});

/** A view of an entity's dialog. */
const view = (entity, name) => {
  const path = `/home/overview?more-info-entity-id=${entity}&more-info-view=${name}`;
  return { name: path, path, open: async () => {} };
};

const HELPERS = [
  ...['Toggle', 'Button', 'Number', 'Dropdown', 'Text', 'Date and/or time', 'Counter', 'Timer', 'Schedule'],
  ...['Derivative', 'Utility meter', 'Statistics', 'Threshold', 'Trend', 'Filter'],
];

const DIALOGS = [
  byTexts('/config/integrations/dashboard', 'Add integration'),
  byTexts('/config/devices/dashboard', 'Add device'),
  byTexts('/config/areas/dashboard', 'Add', 'Create area'),
  byTexts('/config/areas/dashboard', 'Add', 'Create floor'),
  byTexts('/config/labels', 'Create label'),
  byTexts('/config/zone', 'Create zone'),
  byTexts('/config/person', 'Add person'),
  byTexts('/config/person', 'Anna'),
  byTexts('/config/users', 'Add user'),
  byTexts('/config/tags', 'Add tag'),
  byTexts('/config/lovelace/dashboards', 'Add dashboard'),
  byTexts('/config/lovelace/resources', 'Add resource'),
  byTexts('/config/blueprint/dashboard', 'Import blueprint'),
  byTexts('/config/voice-assistants/assistants', 'Add assistant'),
  byTexts('/config/voice-assistants/expose', 'Expose entities'),
  byTexts('/config/voice-assistants/expose', 'Bedside Lamp'),
  byTexts('/config/entities', 'Siren'),
  byTexts('/config/energy', 'Add grid connection'),
  byTexts('/config/energy', 'Add solar production'),
  byTexts('/config/automation/dashboard', 'Create automation'),
  byTexts('/config/script/dashboard', 'Create script'),
  byTexts('/config/automation/edit/new', 'Add trigger'),
  byTexts('/config/automation/edit/new', 'Add condition'),
  byTexts('/config/automation/edit/new', 'Add action'),
  ...HELPERS.map((kind) => byTexts('/config/helpers', 'Create helper', kind)),
  byTexts('/profile/security', 'Create token'),
  byTexts('/profile', 'Edit profile'),
  byTexts('/home/overview', 'Notifications'),
  byTexts('/config/tools/yaml', 'Restart'),
  byKey('e', 'search for entities'),
  byKey('c', 'search for commands'),
  byKey('d', 'search for devices'),
  byKey('a', 'Assist'),
  ...['history', 'settings', 'related', 'details'].map((name) => view('light.bedside_lamp', name)),
];

/** The dialogs whose names have one of the words, or all of them. */
export function dialogsNamed(words) {
  return DIALOGS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

/** Waits until something is open over a page. */
export function overlayOf(page) {
  return page.locator(OVERLAYS).filter({ visible: true }).first().waitFor();
}
