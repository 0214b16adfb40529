/** Words of the profile page: password and second factor. */
export const security = {
  'password.title': { en: 'Password', de: 'Passwort' },
  'password.change': { en: 'Change password', de: 'Passwort ändern' },
  'password.current': { en: 'Present password', de: 'Aktuelles Passwort' },
  'password.new': { en: 'New password', de: 'Neues Passwort' },
  'password.others_end': {
    en: 'All your other sessions end when you change it.',
    de: 'Wenn du es änderst, enden alle deine anderen Sitzungen.',
  },
  'password.wrong': {
    en: 'This is not your present password.',
    de: 'Das ist nicht dein aktuelles Passwort.',
  },
  'password.changed': {
    en: 'The password is changed. Your other sessions have ended.',
    de: 'Das Passwort ist geändert. Deine anderen Sitzungen sind beendet.',
  },
  'factor.title': { en: 'Second step at login', de: 'Zweiter Schritt beim Anmelden' },
  'factor.intro': {
    en: 'A code from an app on your phone, asked for after the password: whoever guesses your password still cannot come in.',
    de: 'Ein Code aus einer App auf deinem Telefon, nach dem Passwort: Wer dein Passwort errät, kommt trotzdem nicht herein.',
  },
  'factor.none': {
    en: 'Off. Your password alone lets you in.',
    de: 'Aus. Dein Passwort allein genügt zum Anmelden.',
  },
  'factor.since': { en: 'On since {when}.', de: 'Eingeschaltet {when}.' },
  'factor.codes_left': {
    en: '{count} recovery code left. | {count} recovery codes left.',
    de: 'Noch {count} Wiederherstellungscode. | Noch {count} Wiederherstellungscodes.',
  },
  'factor.set_up': { en: 'Set up', de: 'Einrichten' },
  'factor.remove': { en: 'Turn off', de: 'Ausschalten' },
  'factor.remove_sure': {
    en: 'From then on your password alone lets you in, and your recovery codes are void.',
    de: 'Danach genügt dein Passwort allein, und deine Wiederherstellungscodes gelten nicht mehr.',
  },
  'factor.removed': { en: 'The second step is off.', de: 'Der zweite Schritt ist aus.' },
  'factor.scan': {
    en: 'Scan this with your authenticator app, then enter the code it shows.',
    de: 'Scanne das mit deiner Authenticator-App und gib dann den Code ein, den sie zeigt.',
  },
  'factor.qr': { en: 'QR code for the authenticator app', de: 'QR-Code für die Authenticator-App' },
  'factor.secret': { en: 'Or type in this key', de: 'Oder diesen Schlüssel eintippen' },
  'factor.code': { en: 'Code from the app', de: 'Code aus der App' },
  'factor.turn_on': { en: 'Turn on', de: 'Einschalten' },
  'factor.lapsed': {
    en: 'That took too long. Close this and begin again.',
    de: 'Das hat zu lange gedauert. Schließe das Fenster und beginne neu.',
  },
  'factor.codes_title': { en: 'Your recovery codes', de: 'Deine Wiederherstellungscodes' },
  'factor.codes_intro': {
    en: 'The second step is on. Each of these lets you in once when the phone is lost. They are shown only now: print them or write them down.',
    de: 'Der zweite Schritt ist an. Jeder dieser Codes lässt dich einmal herein, wenn das Telefon weg ist. Sie werden nur jetzt gezeigt: Drucke sie aus oder schreibe sie auf.',
  },
  'factor.codes_kept': { en: 'I have kept them', de: 'Ich habe sie aufbewahrt' },
} as const;
