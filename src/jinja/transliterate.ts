import { pinyin } from './pinyin.ts';

/** `а=a`: letters, then what stands for them; small letters only, big ones are made small first. */
function tableOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(' ').map((pair) => {
      const [from = '', to = ''] = pair.split('=');
      return [from, to];
    }),
  );
}

const LETTERS = tableOf(
  'ß=ss æ=ae œ=oe ø=o đ=d ð=d ł=l þ=th ı=i ħ=h ĸ=k ŋ=ng ŧ=t ſ=s ƀ=b ƒ=f ƙ=k ƿ=w ǝ=@ ʒ=zh ʔ=? ə=@ ɑ=a ɛ=e ɪ=i ɔ=o ʃ=sh ' +
    'α=a β=b γ=g δ=d ε=e ζ=z η=e θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r ς=s σ=s τ=t υ=u φ=ph χ=kh ψ=ps ω=o µ=u ' +
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=iu я=ia ' +
    'ђ=dj є=ie ѕ=dz і=i ј=j љ=lj њ=nj ћ=tsh џ=dzh ґ=g ғ=gh қ=k ң=ng ө=o ұ=u ү=u һ=h ә=@ й=i ё=io ї=yi ў=u ѓ=gj ќ=kj ' +
    'א= ב=b ג=g ד=d ה=h ו=v ז=z ח=kh ט=t י=y ך=k כ=k ל=l ם=m מ=m ן=n נ=n ס=s ע= ף=p פ=p ץ=ts צ=ts ק=q ר=r ש=sh ת=t ' +
    'ء= آ=a أ= ؤ=w إ= ئ=y ا= ب=b ة= ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع= غ=g ف=f ق=q ك=k ل=l م=m ن=n ه=h و=w ى= ي=y پ=p چ=ch ژ=zh گ=g ک=k ی=y ' +
    'ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h ' +
    'ก=k ข=kh ค=kh ง=ng จ=cch ช=ch ซ=s ด=d ต=t ท=th น=n บ=b ป=p ผ=ph พ=ph ฟ=f ม=m ย=y ร=r ล=l ว=w ส=s ห=h อ= ะ=a า=aa ' +
    '€=eur °=deg £=ps ¥=y ©=(c) ®=(r) ™=tm ²=2 ³=3 ¹=1 ½=1/2 ¼=1/4 ¾=3/4 ×=x ÷=/ §=ss ¶=p ª=a º=o …=... „=,, ℃=degc ℉=degf',
);

const KANA =
  'ぁa あa ぃi いi ぅu うu ぇe えe ぉo おo かka がga きki ぎgi くku ぐgu けke げge こko ごgo さsa ざza しsi じzi すsu ずzu せse ぜze そso ぞzo ' +
  'たta だda ちti ぢdi っtu つtu づdu てte でde とto どdo なna にni ぬnu ねne のno はha ばba ぱpa ひhi びbi ぴpi ふhu ぶbu ぷpu へhe べbe ぺpe ほho ぼbo ぽpo ' +
  'まma みmi むmu めme もmo ゃya やya ゅyu ゆyu ょyo よyo らra りri るru れre ろro ゎwa わwa ゐwi ゑwe をwo んn ゔvu';
const KANA_SOUNDS = new Map(KANA.split(' ').map((entry) => [entry.charAt(0), entry.slice(1)]));

const INITIALS = 'g gg n d dd r m b bb s ss  j jj c k t p h'.split(' ');
const MEDIALS = 'a ae ya yae eo e yeo ye o wa wae oe yo u weo we wi yu eu yi i'.split(' ');
const FINALS = ' g gg gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j c k t p h'.split(' ');

function hangul(code: number): string {
  const at = code - 0xac00;
  const [initial, medial, final] = [Math.floor(at / 588), Math.floor((at % 588) / 28), at % 28];
  return `${INITIALS[initial] ?? ''}${MEDIALS[medial] ?? ''}${FINALS[final] ?? ''}`;
}

/** Text in small ASCII letters, as close as letters can say it. Chinese characters become words of their own. */
export function transliterate(text: string): string {
  let result = '';
  for (const char of text.toLowerCase().normalize('NFC')) result += plain(char);
  return result;
}

function plain(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 128) return char;
  if (code >= 0x4e00 && code <= 0x9fff) return `${pinyin(char)} `;
  if (code >= 0xac00 && code <= 0xd7a3) return hangul(code);
  if (code >= 0x30a1 && code <= 0x30f4) return KANA_SOUNDS.get(String.fromCodePoint(code - 0x60)) ?? '';
  const known = LETTERS.get(char) ?? KANA_SOUNDS.get(char);
  if (known !== undefined) return known;
  let folded = '';
  for (const part of char.normalize('NFKD')) {
    if (part <= '\x7f') folded += part;
    else if (!/\p{M}/u.test(part)) folded += LETTERS.get(part) ?? '';
  }
  // What has no letters parts words where it is a sign, and is silent where it is a mark or a letter unknown to us.
  return folded === '' && !/[\p{L}\p{M}\p{N}]/u.test(char) ? dash(char) : folded;
}

function dash(char: string): string {
  return /[’‘]/.test(char) ? "'" : '-';
}
