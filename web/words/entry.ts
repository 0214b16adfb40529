/** Words at the door: claiming the house and logging in. */
export const entry = {
  'claim.title': { en: 'Claim this home', de: 'Dieses Zuhause übernehmen' },
  'claim.intro': {
    en: 'Hearth is running and belongs to nobody yet. Its first owner is whoever can read the server’s output.',
    de: 'Hearth läuft und gehört noch niemandem. Besitzer wird, wer die Ausgabe des Servers lesen kann.',
  },
  'claim.code': { en: 'Claim code', de: 'Übernahmecode' },
  'claim.code_hint': {
    en: 'In the terminal in which Hearth was started, after “Claim code:”.',
    de: 'Im Terminal, in dem Hearth gestartet wurde, hinter „Claim code:“.',
  },
  'claim.name': { en: 'Your name', de: 'Dein Name' },
  'claim.username': { en: 'User name', de: 'Benutzername' },
  'claim.username_hint': { en: 'You log in with it.', de: 'Damit meldest du dich an.' },
  'claim.submit': { en: 'Claim', de: 'Übernehmen' },
  'claim.wrong_code': {
    en: 'This is not the code the server printed when it last started.',
    de: 'Das ist nicht der Code, den der Server beim letzten Start ausgegeben hat.',
  },
  'claim.too_late': {
    en: 'Somebody has claimed this home in the meantime. Log in instead.',
    de: 'Inzwischen hat jemand dieses Zuhause übernommen. Bitte anmelden.',
  },
  'claim.poor_username': {
    en: 'A user name has 1 to 64 visible characters.',
    de: 'Ein Benutzername hat 1 bis 64 sichtbare Zeichen.',
  },
  'password.label': { en: 'Password', de: 'Passwort' },
  'password.show': { en: 'Show password', de: 'Passwort zeigen' },
  'password.hide': { en: 'Hide password', de: 'Passwort verbergen' },
  'password.too_short': {
    en: 'A password has at least 8 characters.',
    de: 'Ein Passwort hat mindestens 8 Zeichen.',
  },
  'password.too_long': {
    en: 'A password has at most 512 characters.',
    de: 'Ein Passwort hat höchstens 512 Zeichen.',
  },
  'password.strength': { en: 'Strength: {level}', de: 'Stärke: {level}' },
  'password.level_0': { en: 'too short', de: 'zu kurz' },
  'password.level_1': { en: 'weak, easy to guess', de: 'schwach, leicht zu erraten' },
  'password.level_2': {
    en: 'fair; a few words more make it good',
    de: 'mäßig; ein paar Wörter mehr, und es ist gut',
  },
  'password.level_3': { en: 'good', de: 'gut' },
  'password.level_4': { en: 'very good', de: 'sehr gut' },
  'login.title': { en: 'Log in', de: 'Anmelden' },
  'login.intro': { en: 'Welcome back.', de: 'Willkommen zurück.' },
  'login.submit': { en: 'Log in', de: 'Anmelden' },
  'login.wrong': { en: 'User name or password is wrong.', de: 'Benutzername oder Passwort stimmt nicht.' },
  'login.code_title': { en: 'Second step', de: 'Zweiter Schritt' },
  'login.code_intro': {
    en: 'Enter the six digits your authenticator app shows, or one of your recovery codes.',
    de: 'Gib die sechs Ziffern aus deiner Authenticator-App ein oder einen deiner Wiederherstellungscodes.',
  },
  'login.code': { en: 'Code', de: 'Code' },
  'login.code_wrong': {
    en: 'This code is wrong or was used already.',
    de: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
  },
  'login.code_too_often': {
    en: 'Too many wrong codes. Begin again with your password.',
    de: 'Zu viele falsche Codes. Beginne noch einmal mit dem Passwort.',
  },
  'login.too_slow': {
    en: 'That took too long. Begin again with your password.',
    de: 'Das hat zu lange gedauert. Beginne noch einmal mit dem Passwort.',
  },
  'login.back': { en: 'Use another user', de: 'Andere Person anmelden' },
  'login.ended': {
    en: 'Your session has ended. Log in again.',
    de: 'Deine Sitzung ist beendet. Bitte erneut anmelden.',
  },
  'login.blocked': {
    en: 'This user may not log in from here.',
    de: 'Diese Person darf sich von hier nicht anmelden.',
  },
  'login.logged_out': { en: 'You are logged out.', de: 'Du bist abgemeldet.' },
  'authorize.title': { en: 'An app asks to come in', de: 'Eine App bittet um Zugang' },
  'authorize.who': {
    en: 'wants to see and control your home with the rights of the user you log in with.',
    de: 'möchte dein Zuhause mit den Rechten der angemeldeten Person sehen und steuern.',
  },
  'authorize.return': { en: 'Afterwards you go on at', de: 'Danach geht es weiter bei' },
  'authorize.warning': {
    en: 'Go on only if you started this yourself and know this address.',
    de: 'Mach nur weiter, wenn du das selbst begonnen hast und diese Adresse kennst.',
  },
  'authorize.submit': { en: 'Log in and allow', de: 'Anmelden und erlauben' },
  'authorize.deny': { en: 'Do not allow', de: 'Nicht erlauben' },
  'authorize.bad_title': { en: 'This request cannot be trusted', de: 'Dieser Anfrage ist nicht zu trauen' },
  'authorize.bad': {
    en: 'The app that sent you here did not say properly who it is and where to return to. Nothing was allowed.',
    de: 'Die App, die dich hergeschickt hat, sagt nicht richtig, wer sie ist und wohin es zurückgeht. Es wurde nichts erlaubt.',
  },
  'authorize.going': { en: 'Allowed. Going back to the app…', de: 'Erlaubt. Zurück zur App …' },
} as const;
