import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEntityId, parseEntityId, slugify, uniqueId } from '../../src/core/entity-id.ts';

test('ids are lower-cased on input and refused by name when malformed', () => {
  expect(parseEntityId('Light.Kitchen')).toBe('light.kitchen');
  expect(() => parseEntityId('kitchen lamp')).toThrow('"kitchen lamp"');
});

test('slugs fold accents and umlauts, join words, and are never empty for text', () => {
  expect([
    slugify('Küche & Flur'),
    slugify('Größe'),
    slugify("Anna's Café"),
    slugify('!!!'),
    slugify(''),
    slugify('Œuvre Łódź'),
    slugify('1,000 l “q” it’s'),
  ]).toEqual(['kuche_flur', 'grosse', 'anna_s_cafe', 'unknown', '', 'oeuvre_lodz', '1000_l_q_its']);
});

test.each([
  ['温度', 'wen_du'],
  ['客厅灯', 'ke_ting_deng'],
  ['臥室溫濕度計', 'wo_shi_wen_shi_du_ji'],
  ['Temp温度Sensor 1号', 'tempwen_du_sensor_1hao'],
  ['汉语地方', 'yi_yu_di_fang'],
  ['リビングのライト', 'rihinkunoraito'],
  ['거실 조명', 'geosil_jomyeong'],
  ['Гостиная лампа', 'gostinaia_lampa'],
  ['Щётка объект', 'shchetka_obekt'],
  ['Θερμοκρασία', 'thermokrasia'],
  ['סלון', 'slvn'],
  ['غرفة', 'grf'],
  ['कमरा', 'kmraa'],
  ['அறை', 'arrai'],
  ['ห้องนั่งเล่น', 'h_ngnangeln'],
  ['Սենյակ', 'senyak'],
  ['ოთახი', 'ot_axi'],
  ['Phòng khách', 'phong_khach'],
  ['Işık Ünite', 'isik_unite'],
  ['💡Lamp', 'lamp'],
  ['€5 & 21 °C', 'eur5_21_degc'],
  ['50¢ 20₤', '50c_20l'],
  ['வெள்ளை விளக்கு', 'vellllai_villkku'],
  ['ఏసీ గది', 'eesii_gdi'],
  ['ಕೋಣೆ', 'keuu_nne'],
  ['ਬੈੱਡਰੂਮ ਭਾਗ', 'baihddruum_bbaag'],
  ['መኝታ ቤት', 'manyetaa_beete'],
  ['汨罗灯', 'mi_luo_deng'],
  ['唛头钹', 'ma_tou_ba'],
  ['Ⱥnna Ȼ', 'anna_c'],
  ['☎Phone☎1', 'phone1'],
  ['☕Corner☕1', 'corner_1'],
  ['▶Play▶1', 'play_1'],
  ['❤️Love❤️1', 'love_1'],
])('a slug sounds like the text: %s', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test('any slug makes a well-formed entity id', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), (text) =>
      isEntityId(`light.${slugify(text)}`),
    ),
  );
});

test('a taken id gets the first free number', () => {
  const taken = new Set(['a', 'a_2']);
  expect(uniqueId('a', (id) => taken.has(id))).toBe('a_3');
});
