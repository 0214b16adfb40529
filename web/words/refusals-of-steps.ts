/**
 * What the server finds wrong with the steps of automations and scripts, in German; `{1}` stands for what the
 * server put there.
 */
export const OF_STEPS: Readonly<Record<string, string>> = {
  "'for' cannot be given together with 'attribute'": 'Eine Dauer und ein Attribut gehen nicht zusammen',
  "'for' cannot be given where 'state' names an entity":
    'Wo der Zustand der einer anderen Entität sein soll, geht keine Dauer',
  "At least one of 'above' and 'below' must be given": 'Es fehlt, über oder unter welchem Wert',
  "At least one of 'after', 'before' and 'weekday' must be given":
    'Es fehlt, nach oder vor welcher Zeit oder an welchem Tag',
  "At least one of 'before' and 'after' must be given": 'Es fehlt, vor oder nach welcher Zeit',
  "At least one of 'hours', 'minutes' and 'seconds' must be given":
    'Es fehlen Stunden, Minuten oder Sekunden',
  "Only one of 'error' and 'response_variable' may be given":
    'Ein Fehler und eine Antwort gehen nicht zusammen',
  "Cannot specify both '{1}' and '{2}'": '{1} und {2} gehen nicht zusammen',
  "Only one of '{1}' and 'not_{2}' can be given": '{1} und not_{2} gehen nicht zusammen',
  "Required key '{1}' is missing": 'Es fehlt: {1}',
  'Required key is missing': 'Hier fehlt etwas',
  "Unknown key '{1}' with {2}": '{1} kennt dieser Schritt nicht (mit {2})',
  "Unknown key '{1}'": '{1} kennt dieser Schritt nicht',
  'A condition takes no continue_on_error': 'Bei einer Bedingung gibt es kein continue_on_error',
  'A sentence holds no punctuation': 'In einem Satz stehen keine Satzzeichen',
  'The sentence {1} has {2}': 'Der Satz {1} passt nicht: {2}',
  'Expected a list or a template': 'Hier wird eine Liste oder eine Vorlage erwartet',
  'Expected a number of traces': 'Hier wird eine Anzahl von Abläufen erwartet',
  'Expected a number or a template': 'Hier wird eine Zahl oder eine Vorlage erwartet',
  'Expected an object': 'Hier werden Schlüssel und Werte erwartet',
  'Expected entity IDs, not all or none': 'Hier werden Entitäten erwartet, nicht all oder none',
  'Expected inputs by name': 'Hier werden Angaben mit ihrem Namen erwartet',
  'Expected the path of a blueprint': 'Hier wird der Pfad einer Blaupause erwartet',
  'Expected a number of at least 2. Got {1}': 'Hier wird eine Zahl ab 2 erwartet, nicht {1}',
  'Expected a scene. Got {1}': 'Hier wird eine Szene erwartet, nicht {1}',
  '{1} is not a slug such as good_night': '{1} ist kein Kurzname wie good_night',
  'Exactly one of {1} says how often to repeat': 'Genau eines davon sagt, wie oft: {1}',
  'Only one of {1} names the action': 'Nur eines davon nennt den Dienst: {1}',
  'Service {1} does not match format <domain>.<name>': '{1} ist kein Dienst: Er heißt wie light.turn_on',
  'There is no blueprint {1} for the domain {2}': 'Es gibt keine Blaupause {1} für {2}',
  'Unable to determine action: {1}': 'Welche Art von Schritt das ist, ist nicht zu erkennen: {1}',
  'Invalid template ({1})': 'Diese Vorlage ist nicht zu verstehen ({1})',
  'value_min ({1}) must not be greater than value_max ({2})':
    'Der untere Wert ({1}) liegt über dem oberen ({2})',
  'Unknown device {1} {2}.{3}': 'Dieses Gerät kennt {2}.{3} nicht',
};

/** What a value should have been, as the server says it after "Expected". */
export const EXPECTED: Readonly<Record<string, string>> = {
  text: 'Text',
  'at most {1} times': 'höchstens {1} Uhrzeiten',
  'at most {1} event types': 'höchstens {1} Arten von Ereignissen',
  number: 'eine Zahl',
  'text (what YAML reads as something else needs quotes)':
    'Text (was YAML anders liest, braucht Anführungszeichen)',
  'true or false': 'ja oder nein',
  'an object': 'Schlüssel und Werte',
  'a duration: H:MM[:SS], seconds, or days, hours, minutes, seconds and milliseconds':
    'eine Dauer wie 0:05:00, Sekunden, oder Tage, Stunden, Minuten und Sekunden mit Namen',
  'a duration without templates': 'eine Dauer ohne Vorlagen',
  'a number': 'eine Zahl',
  'a number or an entity': 'eine Zahl oder eine Entität',
  'an object with a number or an entity': 'eine Zahl oder eine Entität, mit Schlüssel',
  'a trigger': 'ein Auslöser',
  'a condition or a template': 'eine Bedingung oder eine Vorlage',
  'an entity ID': 'eine Entität',
  'entity ids': 'Entitäten',
  'another event type': 'ein anderes Ereignis',
  'at least one': 'mindestens eines',
  'at least one sentence': 'mindestens ein Satz',
  '0, 1 or 2': '0, 1 oder 2',
  'silent or a level of the log': 'silent oder eine Stufe des Protokolls',
  'the name of a trigger of Tasmota': 'der Name eines Auslösers von Tasmota',
  'a template': 'eine Vorlage',
  'a time as H:MM:SS (in quotes), an input_datetime, a time or a timestamp sensor':
    'eine Uhrzeit wie 07:00:00 (in Anführungszeichen), ein input_datetime, eine Zeit oder ein Zeitstempel',
  'one of {1}': 'eines von {1}',
  'an entity of {1}': 'eine Entität aus {1}',
  'a sentence of 1 to {1} characters': 'ein Satz mit 1 bis {1} Zeichen',
  'a topic ({1})': 'ein Topic ({1})',
  '*, a number from 0 to {1}, or / and a number': '*, eine Zahl von 0 bis {1}, oder / und eine Zahl',
};
