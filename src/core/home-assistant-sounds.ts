/** Observed transliterations. */
interface Recorded {
  readonly source: string;
  /** A letter or the first and last of several in hex, and the sound: `-` is silent, `_` stands for a gap. */
  readonly sounds: string;
}

const ASKED =
  'Asked on 2026-11-22 of `slugify` of python-slugify 8.0.4 over text-unidecode 1.3, with which Home Assistant makes ids: the slug of "a", the letter and "b".';

/**
 * Letters that Home Assistant transliterates differently in IDs than `letter-table.ts` does. These are all differences among the letters
 * and signs of the basic plane; a sample of what was observed is in `test/golden/slugs.jsonl`.
 */
export const SOUNDS_IN_HOME_ASSISTANT: readonly Recorded[] = [
  // Latin
  {
    source: ASKED,
    sounds: `
      245=_ 1e9c=s 1e9d=s 1e9e=ss 1e9f=d a722-a76f=_ a771-a787=_ a78d=_ a78e=_ a790-a7b9=_ a7f7=_ a7fa-a7ff=_
    `,
  },
  // Common
  {
    source: ASKED,
    sounds: `
      2b9=- 2bc=- 2bf=- 2c8=- 2d3=- 2e5-2e9=- 640=- 8e2=_ 1ce1=_ 1cf7=_ 20ac=eur 2114=- 2117=- 2118=- 2127=- 212e=-
      213a=- 2141-2144=_ 214c=_ 2427-2429=_ 3013=x_ 301e=- 3035=- 303e=- 303f=- 30fb=- 30fc=- 3190=- 3191=-
      327f=kis_ fd3e=- fd3f=- fffc=- fffd=-
    `,
  },
  // Bopomofo
  {
    source: ASKED,
    sounds: `
      2ea=- 2eb=-
    `,
  },
  // Inherited
  {
    source: ASKED,
    sounds: `
      363=a 364=e 365=i 366=o 367=u 368=c 369=d 36a=h 36b=m 36c=r 36d=t 36e=v 36f=x 1ab0-1add=_ 1ae0-1aeb=_
      1cd0-1cd2=_ 1cd4-1ce0=_ 1ce2-1ce8=_ 1ced=_ 1cf4=_ 1cf8=_ 1cf9=_ 1dc0-1dff=_ fe24-fe2d=_
    `,
  },
  // Greek
  {
    source: ASKED,
    sounds: `
      392=b 397=e 39e=ks 3a5=u 3a6=ph 3a7=kh 3b2=b 3b7=e 3c5=u 3c6=ph 3c7=kh
    `,
  },
  // Cyrillic
  {
    source: ASKED,
    sounds: `
      404=e 425=kh 426=ts 42a=- 42c=- 42e=iu 42f=ia 445=kh 446=ts 44a=- 44c=- 44e=iu 44f=ia 487=_ 2de0-2dff=_
      a66f-a672=_ a674-a67d=_ a69e=_ a69f=_ fe2e=_ fe2f=_
    `,
  },
  // Armenian
  {
    source: ASKED,
    sounds: `
      55a=-
    `,
  },
  // Hebrew
  {
    source: ASKED,
    sounds: `
      5a2=_ 5ba=_ 5be=- 5c5=_ 5c7=_ 5d0=- 5f3=-
    `,
  },
  // Arabic
  {
    source: ASKED,
    sounds: `
      621=- 627=- 639=_ 656-65f=_ 671-674=- 6d0=- 6d1=- 6e5=- 6e6=- 890=_ 891=_ 897-89f=_ 8ca-8e1=_ 8e3-8ff=_
    `,
  },
  // Other scripts
  {
    source: ASKED,
    sounds: `
      710=- 787=- 7eb-7f3=_ 7fd=_ 816-819=_ 81b-823=_ 825-827=_ 829-82d=_ 859-85b=_ 1712-1715=_ 1732-1734=_ 1752=_
      1753=_ 1772=_ 1773=_ 1920-192b=_ 1930-193b=_ 1a17-1a1b=_ 1a55-1a5e=_ 1a60-1a7c=_ 1a7f=_ 1b00-1b04=_
      1b34-1b3a=_ 1b3c=_ 1b3e=_ 1b3f=_ 1b42=_ 1b44=_ 1b6b-1b73=_ 1b80-1b82=_ 1ba1-1bad=_ 1be6-1bf3=_ 1c24-1c37=_
      2804=- 2cef-2cf1=_ 2d7f=_ a6f0=_ a6f1=_ a802=_ a806=_ a80b=_ a823-a827=_ a82c=_ a880=_ a881=_ a8b4-a8c5=_
      a926-a92d=_ a947-a953=_ a980-a983=_ a9b3-a9c0=_ aa29-aa36=_ aa43=_ aa4c=_ aa4d=_ aab0=_ aab2-aab4=_ aab7=_
      aab8=_ aabe=_ aabf=_ aac1=_ aaeb-aaef=_ aaf5=_ aaf6=_ abe3-abea=_ abec=_ abed=_
    `,
  },
  // Devanagari
  {
    source: ASKED,
    sounds: `
      900=_ 93a=_ 93b=_ 93d=- 94e=_ 94f=_ 955-957=_ a8e0-a8f1=_ a8ff=_
    `,
  },
  // Bengali
  {
    source: ASKED,
    sounds: `
      9f8=_1_1_ 9fa=- 9fe=_
    `,
  },
  // Gurmukhi
  {
    source: ASKED,
    sounds: `
      a01=_ a03=_ a51=_ a72=- a73=- a75=_
    `,
  },
  // Gujarati
  {
    source: ASKED,
    sounds: `
      abd=- ae2=_ ae3=_ afa-aff=_
    `,
  },
  // Oriya
  {
    source: ASKED,
    sounds: `
      b35=- b3d=- b44=_ b55=_ b62=_ b63=_ b70=-
    `,
  },
  // Telugu
  {
    source: ASKED,
    sounds: `
      c00=_ c04=_ c3c=_ c62=_ c63=_
    `,
  },
  // Kannada
  {
    source: ASKED,
    sounds: `
      c81=_ cbc=_ ce2=_ ce3=_ cf3=_
    `,
  },
  // Malayalam
  {
    source: ASKED,
    sounds: `
      d00=_ d01=_ d3b=_ d3c=_ d44=_ d62=_ d63=_
    `,
  },
  // Sinhala
  {
    source: ASKED,
    sounds: `
      d81=_
    `,
  },
  // Lao
  {
    source: ASKED,
    sounds: `
      eae=- eba=_ ece=_
    `,
  },
  // Tibetan
  {
    source: ASKED,
    sounds: `
      f01-f07=- f0a=- f11=_x_ f15-f17=- f1a-f1f=- f38=- f60=- f85=- f88-f8b=- f8d-f8f=_ fc4=- fc5=- fc7-fcc=- fcf=-
    `,
  },
  // Myanmar
  {
    source: ASKED,
    sounds: `
      102b=_ 1033-1035=_ 103a-103e=_ 105e-1060=_ 1062-1064=_ 1067-106d=_ 1071-1074=_ 1082-108d=_ 108f=_ 109a-109d=_
      a9e5=_ aa7b-aa7d=_
    `,
  },
  // Hangul
  {
    source: ASKED,
    sounds: `
      110b=- 1120=- 113c-113f=- 1147=- 114e-1151=- 1154=- 1155=- 115f=- 1160=- 11ee=-
    `,
  },
  // Ethiopic
  {
    source: ASKED,
    sounds: `
      135d-135f=_ 137c=10000_
    `,
  },
  // Canadian Aboriginal
  {
    source: ASKED,
    sounds: `
      1401=e 1405=o 1406=oo 141e=- 142f=pe 1433=po 1434=poo 144c=te 1450=to 1451=too 146b=ke 146f=ko 1470=koo
      1489=ce 148b=ci 148c=cii 148d=co 148e=coo 1490=ca 1491=caa 14a1=c 14a3=me 14a7=mo 14a8=moo 14c0=ne 14c4=no
      14c5=noo 14d3=le 14d7=lo 14d8=loo 14ed=se 14f1=so 14f2=soo 1526=ye 1528=yi 1529=yii 152a=yo 152b=yoo 152d=ya
      152e=yaa 153e=y 1543=re 1548=ro 1549=roo 1553=fe 1555=fi 1556=fii 1557=fo 1558=foo 1559=fa 155a=faa 155d=f
      1581=qo 1582=qoo 1591=ngo 1592=ngoo
    `,
  },
  // Khmer
  {
    source: ASKED,
    sounds: `
      17dc=- 17dd=_
    `,
  },
  // Control characters
  {
    source: ASKED,
    sounds: '80-9f=-',
  },
  // Mongolian
  {
    source: ASKED,
    sounds: `
      1806=- 180a=- 180f=_ 1885=_3_ 1886=_333_
    `,
  },
  // Han
  {
    source: ASKED,
    sounds: `
      4e07=mo_ 4e48=yao_ 53f6=xie_ 5b81=zhu_ 5e7f=yan_ 672f=zhu_ 6c49=yi_ 6c88=chen_ 764c=yan_ 79cd=chong_
      89e6=hong_ 91cd=zhong_
    `,
  },
];
