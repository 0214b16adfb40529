import { pinyin } from './pinyin.ts';

/**
 * Sounds of letters as the ecosystem writes them in ids, from a code point on, after compatibility decomposition:
 * `-` is silent, `_` stands for a gap, `.` is a letter that falls apart before.
 */
const ALPHABETS: readonly (readonly [first: number, sounds: string])[] = [
  // Latin of other languages
  [
    0x180,
    `
    b b b b 6 6 o c c d d d d d 3 _ e f f g g hv i i k k l l w n n o . . oi oi p p yr 2 2 sh sh t t
    t t . . y v y y z z zh zh zh zh 2 5 5 ts w _ _ _ _`,
  ],
  [0x1e4, `g g`],
  [0x1f6, `hv w`],
  [0x21c, `y y . . n d ou ou z z`],
  [0x234, `l n t j db qp a c c l t s z _ _ b u . e e j j q q r r y y`],
  [
    0x250,
    `
    a a a b o c d d e _ _ e e e e j g g g g u y h h i i i l l l lz w w m n n n o oe o f r r r r r r
    r r r s s j s s t t u u v _ w y y z z z z _ _ _ c _ b e g h j k l q _ _ dz dz dz ts ts tc`,
  ],
  // Greek
  [
    0x391,
    `
    a b g d e z e th i k l m n ks o p r _ s t u ph kh ps o . . . . . . . a b g d e z e th i k l m n
    x o p r s s t u ph kh ps o`,
  ],
  [0x3da, `st st w w q q sp sp sh sh f f kh kh h h g g ch ch ti ti . . . j`],
  // Cyrillic
  [
    0x400,
    `
    . . dj . e dz i . j lj nj tsh . . . dzh a b v g d e zh z i . k l m n o p r s t u f kh ts ch sh
    shch - y - e iu ia a b v g d e zh z i . k l m n o p r s t u f kh ts ch sh shch - y - e iu ia . .
    dj . ie dz i . j lj nj tsh . . . dzh`,
  ],
  // Cyrillic of the past
  [
    0x460,
    `
    o o e e ie ie e e ie ie o o io io ks ks ps ps f f y y . . u u o o o o ot ot q q _1000_ - - - - _
    _100_000_ _1_000_000_ . . . . r r`,
  ],
  // Cyrillic of other languages
  [
    0x490,
    `
    g g g g g g zh zh z z k k k k k k k k n n ng ng p p kh kh s s t t u u u u kh kh tts tts ch ch ch
    ch h h ch ch ch ch _ . . k k _ _ n n _ _ ch ch _ _ _ . . . . ae ae . . _ _ . . . . . . dz dz . .
    . . . . o o`,
  ],
  // Armenian
  [
    0x531,
    `
    a b g d e z e e t_ zh i l kh ts k h dz gh ch m y n sh o ch_ p j rh s v t r ts_ w p_ k_ o f _ _ _
    - _ _ _ _ _ _ a b g d e z e e t_ zh i l kh ts k h dz gh ch m y n sh o ch_ p j rh s v t r ts_ w
    p_ k_ o f`,
  ],
  // Hebrew
  [0x5d0, `- b g d h v z kh t y k k l m m n n s _ p p ts ts q r sh t`],
  // Arabic, Persian, Urdu
  [
    0x621,
    `
    - . . . . . - b _ t th j h kh d dh r z s sh s d t z _ g _ _ _ _ _ - f q k l m n h w _ y an un in
    a u i w - - - - _ _ _ _ _ _ _ _ _ _ 0 1 2 3 4 5 6 7 8 9 _ _ _ _ _ _ - - - - - . . . . tt tth b t
    t p th bh h h ny dy h ch cch dd d d dt dh ddh d d d rr r r r r r r j r s s s s s t gh f f f v f
    ph q q kh k k k ng k g g n g g g l l l l n n n n n h ch . h . _ w oe oe u yu yu w v y y y w - -
    y . _ ae - - - - - - - _ _ - - - - - - - - - - _ - - - - _ _ 0 1 2 3 4 5 6 7 8 9`,
  ],
  // Devanagari, and eight scripts of India laid out alike
  [
    0x901,
    `
    n n h _ a aa i ii u uu r l en e e ai on o o au k kh g gh ng c ch j jh ny tt tth dd ddh nn t th d
    dh n nnn p ph b bh m y r rr l l lll v sh ss s h _ _ - - aa i ii u uu r rr en e e ai on o o au - _ _
    aum - - _ - _ _ _ . . . . . . . . rr ll l ll _ _ 0 1 2 3 4 5 6 7 8 9`,
  ],
  // Sinhala
  [
    0xd82,
    `
    n h _ a aa ae aae i ii u uu r rr l ll e ee ai o oo au _ _ _ k kh g gh ng nng c ch j jh ny jny
    nyj tt tth dd ddh nn nndd t th d dh n _ nd p ph b bh m mb y r _ l _ _ v sh ss s h ll f _ _ _ - _
    _ _ _ aa ae aae i ii u _ uu _ r e . ai . . . l _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ rr`,
  ],
  // Thai
  [
    0xe01,
    `
    k kh kh kh kh kh ng cch ch ch ch ch y d t th th th n d t th th th n b p ph f ph f ph m y r r l l
    w s s s h l _ h _ a a aa . i ii ue uue u uu - _ _ _ _ bh_ e ae o ai ai ao _ - - - - - - m - _ 0
    1 2 3 4 5 6 7 8 9`,
  ],
  // Lao
  [
    0xe81,
    `
    k kh _ kh _ _ ng ch _ s _ _ ny _ _ _ _ _ _ d h th th _ n b p ph f ph f _ m y r _ l _ w _ _ s h _
    _ - _ a - aa . i ii y yy u uu _ o l ny _ _ e ei o ay ai _ _ _ - - - - - m _ _ 0 1 2 3 4 5 6 7 8
    9`,
  ],
  // Burmese
  [
    0x1000,
    `
    k kh g gh ng c ch j jh ny nny tt tth dd ddh nn tt th d dh n p ph b bh m y r l w s h ll a _ i ii
    u . e _ o au _ aa i ii u uu e ai _ _ _ n - _ - _ _ _ _ _ _ 0 1 2 3 4 5 6 7 8 9`,
  ],
  // Georgian
  [0x10d0, `a b g d e v z t_ i k l m n o p zh r s t u p_ k_ g q sh ch_ c_ z c ch x j h e y w xh oe f`],
  // Korean
  [0x1100, `g gg n d dd r m b bb s ss - j jj c k t p h`],
  [0x1161, `a ae ya yae eo e yeo ye o wa wae oe yo u weo we wi yu eu yi i`],
  [0x11a8, `g gg gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j c k t p h`],
  // Amharic
  [
    0x1200,
    `
    ha hu hi haa hee he ho _ la lu li laa lee le lo lwa hha hhu hhi hhaa hhee hhe hho hhwa ma mu mi
    maa mee me mo mwa sza szu szi szaa szee sze szo szwa ra ru ri raa ree re ro rwa sa su si saa
    see se so swa sha shu shi shaa shee she sho shwa qa qu qi qaa qee qe qo _ qwa . qwi qwaa qwee
    qwe . . qha qhu qhi qhaa qhee qhe qho . qhwa . qhwi qhwaa qhwee qhwe . . ba bu bi baa bee be bo
    bwa va vu vi vaa vee ve vo vwa ta tu ti taa tee te to twa ca cu ci caa cee ce co cwa xa xu xi
    xaa xee xe xo _ xwa . xwi xwaa xwee xwe . . na nu ni naa nee ne no nwa nya nyu nyi nyaa nyee
    nye nyo nywa a u _ aa ee e o wa ka ku ki kaa kee ke ko _ kwa . kwi kwaa kwee kwe . . kxa kxu
    kxi kxaa kxee kxe kxo . kxwa . kxwi kxwaa kxwee kxwe . . wa wu wi waa wee we wo _ _a _u _i _aa
    _ee _e _o . za zu zi zaa zee ze zo zwa zha zhu zhi zhaa zhee zhe zho zhwa ya yu yi yaa yee ye
    yo _ da du di daa dee de do dwa dda ddu ddi ddaa ddee dde ddo ddwa ja ju ji jaa jee je jo jwa
    ga gu gi gaa gee ge go _ gwa . gwi gwaa gwee gwe . . gga ggu ggi ggaa ggee gge ggo _ tha thu
    thi thaa thee the tho thwa cha chu chi chaa chee che cho chwa pha phu phi phaa phee phe pho
    phwa tsa tsu tsi tsaa tsee tse tso tswa tza tzu tzi tzaa tzee tze tzo _ fa fu fi faa fee fe fo
    fwa pa pu pi paa pee pe po pwa rya mya fya . . _ _ _ _ _ _ _ _ _ _ _ _ 1 2 3 4 5 6 7 8 9 10_
    20_ 30_ 40_ 50_ 60_ 70_ 80_ 90_ 100_ 10000_`,
  ],
  // Khmer
  [
    0x1780,
    `
    k kh g gh ng c ch j jh ny t tth d ddh nn t th d dh n p ph b bh m y r l v sh ss s h l q a aa i ii
    u uk uu uuv ry ryy ly lyy e ai oo oo au a aa aa i ii y yy u uu ua oe ya ie e ae ai oo au m h a_
    - - - r - _ - - - - - _ _ _ _ _ _ _ kr - _ _ _ 0 1 2 3 4 5 6 7 8 9`,
  ],
  // Hiragana
  [
    0x3041,
    `
    a a i i u u e e o o ka . ki . ku . ke . ko . sa . si . su . se . so . ta . ti . tu tu . te . to
    . na ni nu ne no ha . . hi . . hu . . he . . ho . . ma mi mu me mo ya ya yu yu yo yo ra ri ru re
    ro wa wa wi we wo n .`,
  ],
  // Katakana
  [
    0x30a1,
    `
    a a i i u u e e o o ka . ki . ku . ke . ko . sa . si . su . se . so . ta . ti . tu tu . te . to
    . na ni nu ne no ha . . hi . . hu . . he . . ho . . ma mi mu me mo ya ya yu yu yo yo ra ri ru re
    ro wa wa wi we wo n . ka ke . . . . - - _ .`,
  ],
  // Bopomofo
  [0x3105, `b p m f d t n l g k h j q x zh ch sh r z c s a o e eh ai ei au ou an en ang eng er i u iu`],
];

/** Where the scripts of India begin that are laid out like Devanagari. */
const INDIAN: readonly number[] = [0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00];
const DEVANAGARI = 0x900;

/** Letters beside the alphabets, signs that are read, and letters of India that are read otherwise than those of Devanagari: each before its sound. */
const SINGLE = `
  ßss æae œoe øo đd ðd łl þth ıi ħh ŋng ŧt ə_ ĸk µu €eur £ps ¢c_ ¥y_ ₠ecu ₡cl ₢cr ₣ff ₤l ₥mil ₦n ₧pts ₩w ₪ns ₫d ₭k ₮t
  ₯dr ฿bh_ §ss ¶p ×x °deg ©_c_ ®_r_ ‰_0 ‱_00 ۺsh ۻd ۼgh ۾_m ẜs ẝs ẟd ╳x ↷v ↺v ◯o ▼v ▽v ▾v ▿v 〇0
  ऀ_ ঀ_ ঌrr ঽ_ ৰr ৱr_ ৲rs ৳rs ৴1_ ৵2_ ৶3_ ৷4_ ৸_1_1_ ৹_16 ৺- ਁ_ ਃ_ ਏee ਓoo ਭbb ੇee ੋoo ੑ_ ੜrr ੰn ੱh ੲ- ੳ- ੴg_e_o_ ઌ_
  યya ળll ૡ_ ૢ_ ૣ_ ଳll ଵ- ୄ_ ୟyy ୢ_ ୣ_ ୰- ஏee ஓoo ளll ஶ_ ேee ௐ_ ௰_10_ ௱_100_ ௲_1000_ ఀ_ ఏee ఓoo ళll ఴ_ ఼_ ఽ_ ేee ౢ_
  ౣ_ ಀ_ ಁ_ ಏee ಓoo ಳll ಼_ ಽ_ ೞlll ೢ_ ೣ_ ഀ_ ഁ_ ഏee ഓoo ഩ_ ളll ഼_ ഽ_ ൄ_ േee ൔ_ ൢ_ ൣ_ ඁ_ ෳll ၌n_ ၍r_ ၎l_ ၏e_ ోoo
`;

/** Sounds by letter: those of the alphabets, and what has been found since; one code unit each, so there is an end to them. */
let sounds: Map<string, string> | undefined;

/** A text in ASCII as it sounds, roughly: `Гостиная` is `gostinaia`, `温度` is `wen_du_`. What has no sound is a gap, `_`. */
export function transliterate(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{ASCII}]/gu, soundOf);
}

function soundOf(letter: string): string {
  sounds ??= readAlphabets();
  const known = sounds.get(letter);
  if (known !== undefined) return known;
  const sound = findSound(letter, sounds);
  if (letter.length === 1) sounds.set(letter, sound);
  return sound;
}

function findSound(letter: string, alphabets: ReadonlyMap<string, string>): string {
  const small = alphabets.get(letter.toLowerCase());
  if (small !== undefined) return small;
  if (letter >= '\u4e00' && letter <= '\u9fff') return `${pinyin(letter)}_`;
  const indian = likeDevanagari(letter.codePointAt(0) ?? 0);
  if (indian !== undefined) return alphabets.get(indian) ?? '_';
  return isSilent(letter) ? '' : '_';
}

/** Marks, signs that show nothing, quotes that stand for apostrophes, and pictures; those between that are younger than the ecosystem's table are gaps. */
const SILENT =
  /[\p{M}\p{Cf}\u2018\u2019\u201b\u2032\u2100-\u2140\u2400-\u244a\u2600-\u2613\u2619-\u2671\u2701-\u275e\u2761-\u27af\u27b1-\u27be]|[\u{10000}-\u{10ffff}]/u;
const GAPS =
  /[\u0600-\u0605\u200b\u2060-\u2069]|[\u034f-\u035f]|[\u0610-\u061c]|[\u20e4-\u20f0]|[\ufe00-\ufe0f]/;

function isSilent(letter: string): boolean {
  return SILENT.test(letter) && !GAPS.test(letter);
}

function likeDevanagari(code: number): string | undefined {
  const base = INDIAN.find((first) => code >= first && code < first + 0x80);
  return base === undefined ? undefined : String.fromCodePoint(code - base + DEVANAGARI);
}

function readAlphabets(): Map<string, string> {
  const all = new Map<string, string>();
  const take = (letter: string, word: string): void => {
    if (word !== '.') all.set(letter, word === '-' ? '' : word);
  };
  for (const word of SINGLE.trim().split(/\s+/)) take(word.charAt(0), word.slice(1));
  for (const [first, words] of ALPHABETS) {
    for (const [i, word] of words.trim().split(/\s+/).entries()) take(String.fromCodePoint(first + i), word);
  }
  return all;
}
