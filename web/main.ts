import './styles/theme.css';
import './styles/elements.css';
import './styles/fields.css';
import './styles/layout.css';
import './styles/profile.css';
import './styles/tile.css';
import { HearthApp } from './app/hearth-app.ts';
import { applyPreferences } from './app/preferences.ts';
import { keepShell } from './offline/keep-shell.ts';
import { loadServerErrors } from './words/server-error.ts';

applyPreferences();
customElements.define('hearth-app', HearthApp);
loadServerErrors();
void keepShell();
