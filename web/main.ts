import './styles/theme.css';
import './styles/elements.css';
import './styles/fields.css';
import './styles/layout.css';
import './styles/profile.css';
import './styles/tile.css';
import { HearthApp } from './app/hearth-app.ts';
import { applyPreferences, language } from './app/preferences.ts';
import { keepShell } from './offline/keep-shell.ts';
import { speak } from './texts/catalog.ts';
import { loadServerErrors } from './texts/server-error.ts';

/** The delay before a page whose texts failed to load is opened again, in milliseconds. */
const RETRY_MS = 3000;

applyPreferences();
// Not awaited at the top level: other scripts import from this one, and would wait for each other.
speak(language()).then(
  () => customElements.define('hearth-app', HearthApp),
  () => setTimeout(() => location.reload(), RETRY_MS),
);
loadServerErrors();
void keepShell();
