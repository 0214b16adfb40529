/** Words of the first minutes of a new home. */
export const welcome = {
  'welcome.step': { en: 'Step {number} of {count}', de: 'Schritt {number} von {count}' },
  'welcome.progress': { en: 'Progress', de: 'Fortschritt' },
  'welcome.next': { en: 'Next', de: 'Weiter' },
  'welcome.back': { en: 'Back', de: 'Zurück' },
  'welcome.finish': { en: 'Open the home', de: 'Zuhause öffnen' },
  'welcome.skip': { en: 'Skip for now', de: 'Vorerst überspringen' },
  'welcome.home': { en: 'Your home', de: 'Dein Zuhause' },
  'welcome.home_more': {
    en: 'Name, time zone and units',
    de: 'Name, Zeitzone und Einheiten',
  },
  'welcome.place': { en: 'Location', de: 'Standort' },
  'welcome.place_more': {
    en: 'For sunrise, sunset and who is at home. It stays in the house.',
    de: 'Für Sonnenauf- und -untergang und wer zu Hause ist. Es bleibt im Haus.',
  },
  'welcome.no_location': {
    en: 'The browser tells where it is only over https or on the server itself.',
    de: 'Der Browser sagt nur über https oder am Server selbst, wo er ist.',
  },
  'welcome.demo': { en: 'Look around', de: 'Umsehen' },
  'welcome.demo_more': {
    en: 'No devices yet? Try it with simulated ones. One click in the settings takes them out again.',
    de: 'Noch keine Geräte? Probiere es mit simulierten. Ein Klick in den Einstellungen nimmt sie wieder heraus.',
  },
  'welcome.mqtt': { en: 'Connect devices', de: 'Geräte verbinden' },
  'welcome.mqtt_more': {
    en: 'Zigbee2MQTT, Tasmota, ESPHome and many others announce themselves over MQTT.',
    de: 'Zigbee2MQTT, Tasmota, ESPHome und viele andere melden sich über MQTT an.',
  },
  'welcome.mqtt_there': {
    en: 'A broker is set up. Devices that announce themselves appear by themselves.',
    de: 'Ein Broker ist eingerichtet. Geräte, die sich anmelden, erscheinen von selbst.',
  },
  'welcome.mqtt_wait': {
    en: 'You can do this later in Settings.',
    de: 'Das geht auch später in den Einstellungen.',
  },
  'welcome.phone': { en: 'The first phone', de: 'Das erste Telefon' },
  'welcome.phone_more': {
    en: 'Point its camera here, log in, and add the page to its home screen.',
    de: 'Richte die Kamera hierher, melde dich an und lege die Seite auf den Startbildschirm.',
  },
  'welcome.phone_qr': { en: 'QR code of {url}', de: 'QR-Code von {url}' },
  'welcome.phone_network': {
    en: 'The phone must be in the same network.',
    de: 'Das Telefon muss im selben Netz sein.',
  },
  'welcome.phone_alone': {
    en: 'The server listens on this machine alone. Set http.host to 0.0.0.0 to let phones in.',
    de: 'Der Server hört nur auf diesem Rechner. Setze http.host auf 0.0.0.0, um Telefone hereinzulassen.',
  },
} as const;
