import { language } from '../../app/preferences.ts';
import type { Choice } from './form-field.ts';

const LANGUAGES =
  'af ar bg bn bs ca cs cy da de el en eo es et eu fa fi fr gl he hi hr hu hy id is it ja ka ko lb lt lv mk ml nb nl nn pl pt ro ru sk sl sq sr sv ta te th tr uk ur vi zh'.split(
    ' ',
  );
const COUNTRIES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW'.split(
    ' ',
  );

/** Countries, languages or time zones, named in the app's language. */
export function listChoices(of: 'country' | 'language' | 'timezone'): readonly Choice[] {
  if (of === 'timezone')
    return Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') }));
  const names = new Intl.DisplayNames(language(), { type: of === 'country' ? 'region' : 'language' });
  const { compare } = new Intl.Collator(language());
  return (of === 'country' ? COUNTRIES : LANGUAGES)
    .map((id) => ({ id, name: names.of(id) ?? id, detail: id }))
    .sort((a, b) => compare(a.name, b.name));
}
