/** The syllables of Chinese in their order, each with the first character that sounds so. */
const FIRSTS =
  'a吖 ai哎 an安 ang骯 ao凹 ba八 bai掰 ban扳 bang邦 bao勹 bei卑 ben奔 beng伻 bi屄 bian边 biao标 bie憋 bin汃 bing冫 bo癶 ' +
  'bu峬 ca嚓 cai猜 can参 cang仓 cao撡 ce冊 cen嵾 ceng曽 cha叉 chai芆 chan辿 chang伥 chao抄 che车 chen郴 cheng阷 chi吃 ' +
  'chong充 chou抽 chu出 chuai揣 chuan巛 chuang刅 chui吹 chun旾 chuo逴 ci疵 cong匆 cou凑 cu粗 cuan汆 cui崔 cun邨 ' +
  'cuo搓 da哒 dai呔 dan丹 dang当 dao刀 de嘚 deng灯 di氐 dia嗲 dian敁 diao刁 die爹 ding丁 diu丟 dong东 dou吺 du厾 ' +
  'duan偳 dui垖 dun吨 duo多 e妸 en奀 er儿 fa发 fan帆 fang匚 fei飞 fen分 feng丰 fo仏 fou紑 fu夫 ga嘎 gai侅 gan甘 gang冈 ' +
  'gao皋 ge戈 gei给 gen根 geng揯 gong工 gou勾 gu估 gua瓜 guai乖 guan关 guang光 gui归 gun丨 guo埚 ha哈 hai咍 han佄 ' +
  'hang夯 hao蒿 he诃 hei黒 hen拫 heng亨 hong叿 hou齁 hu乎 hua花 huai怀 huan欢 huang巟 hui灰 hun昏 huo剨 ji丌 jia加 ' +
  'jian戋 jiang江 jiao芁 jie阶 jin巾 jing坕 jiong冂 jiu丩 ju凥 juan姢 jue噘 jun军 ka咔 kai开 kan刊 kang忼 kao尻 ke苛 ' +
  'ken肎 keng劥 kong空 kou抠 ku扝 kua夸 kuai蒯 kuan宽 kuang匡 kui刲 kun坤 kuo扩 la垃 lai来 lan兰 lang啷 lao捞 le仂 ' +
  'lei雷 leng崚 li哩 lia俩 lian奁 liang良 liao撩 lie咧 lin厸 ling伶 liu溜 long龙 lou瞜 lu噜 luan娈 lue掠 lun抡 luo啰 ' +
  'm呣 ma妈 mai埋 man嫚 mang牤 mao猫 mei呅 men门 meng甿 mi咪 mian宀 miao喵 mie乜 min民 ming名 miu谬 mo摸 mou哞 mu毪 ' +
  'na拏 nai熋 nan囡 nang囔 nao呶 ne讷 nei娞 nen嫩 neng能 ng嗯 ni妮 nian拈 niang娘 niao鸟 nie捏 nin囜 ning咛 niu妞 ' +
  'nong农 nou羺 nu奴 nuan渜 nue疟 nuo郍 ou讴 pa妑 pai拍 pan眅 pang乓 pao抛 pei呸 pen喷 peng匉 pi丕 pian囨 piao剽 pie氕 ' +
  'pin姘 ping乒 po钋 pou剖 pu仆 pwu巬 qi七 qia掐 qian千 qiang呛 qiao悄 qie聺 qin亲 qing靑 qiong卭 qiu丘 qu区 quan峑 ' +
  'que缺 qun夋 ran呥 rang穣 rao娆 re惹 ren人 reng扔 ri日 rong戎 rou禸 ru邚 ruan堧 rui桵 run瞤 ruo叒 sa仨 sai毢 san三 ' +
  'sang桒 sao掻 se閪 sen森 seng僧 sha杀 shai筛 shan山 shang伤 shao弰 she奢 shen申 sheng升 shi尸 shou収 shu书 shua刷 ' +
  'shuai衰 shuan闩 shuang双 shui誰 shun吮 shuo说 si厶 song松 sou捜 su苏 suan狻 sui夊 sun孙 suo唆 ta他 tai囼 tan坍 ' +
  'tang汤 tao弢 te忑 teng膯 ti剔 tian天 tiao旫 tie帖 ting厅 tong炵 tou偷 tu凸 tuan湍 tui推 tun吞 tuo仛 wa穵 wai歪 ' +
  'wan弯 wang尢 wei危 wen昷 weng翁 wo涡 wu乌 xi夕 xia呷 xian仙 xiang乡 xiao灱 xie些 xin心 xing星 xiong凶 xiu休 xu吁 ' +
  'xuan吅 xue削 xun坃 ya丫 yan恹 yang央 yao幺 ye倻 yi一 yin囙 ying应 yo哟 yong佣 you优 yu扜 yuan囦 yue曰 yun晕 za帀 ' +
  'zai災 zan兂 zang匨 zao傮 ze则 zei鱡 zen怎 zeng増 zha扎 zhai捚 zhan沾 zhang张 zhao钊 zhe蜇 zhen贞 zheng争 zhi之 ' +
  'zhong中 zhou州 zhu朱 zhua抓 zhuai跩 zhuan专 zhuang妆 zhui隹 zhun宒 zhuo拙 zi孜 zong宗 zou邹 zu租 zuan钻 zui厜 ' +
  'zun尊 zuo嘬';

const SYLLABLES = FIRSTS.split(' ').map((entry) => ({
  sound: entry.replace(/[^a-z]+$/, ''),
  first: entry.replace(/^[a-z]+/, ''),
}));

/** Common characters that the ecosystem reads otherwise, with their sounds: its ids come out here too. */
const ODD = `
  ai呆 an腌 aragane砿 ba鈸 bai唄 bao刨 bei痺 bi睥 bo柏栢泊簿薄 bu卜惚扑 cen畠 cha刹剎査 chai差 chang裳長长 che轍辙 chen沈 cheng噌盯
  chi匙哆泜离茬 chong种茧 chou燾 chuan伝 chuo啜畷 ci凪 cu槭 di地 dian鈿 du都 duo柁锗 e哦胺 fan蕃 fo佛 fou芣 fu払脯莆 gan乾 ge噶郃鎘
  geng粳 gong釭 gua括筈聒蜗蝸适 gui傀炔 guo掴摑 han厂 hang吭桁肮 hao镐 he暍蝎貉閡 heng韹黌 hong触 hoy栃 hu擭 huan梡还還 huo硅
  ikenie犠 ip込 ji洁鯽 jia仮価袷 jian槛檻諌 jiao勦嚼詨 jie价械櫛藉頡 jing劲勁烃 ju岨柜 jue噱鱖 jun雋 kari猟 ke咳喀 kou佝 ku挎 kuai桧檜
  kume粂 le肋 lei漯 li戻犛粍釐鬲 liang惊 liao了 ling拎 liu鉚铆 lue撂 luo烙酪 ma麿 man蹣 masu桝 mie羋 min澠 mo万嘿脈麼 moku杢
  momiji椛 mou冒 mu姥 mwun匁 nao橈 nawa縄 nay匂 ne吶呐 ni呢禰 nian粘 noy脳 nuo娜 pa耙 pei啡 pi坏 piao膘驃 pie瘪癟 pin蘋
  po朴狛醱陂 pu誧 pyeng塀鋲 qi緝缉薺衹 qia卡 qiang彊 qie沏茄 qing軽鯖 qu砠 quan甽 que殻 rao蟯 ren賃赁 ruan蠕 sakaki榊 sang峠
  sao艘 sem繊 sey笹 shan禅 shao杓 shi什豉 shibui渋 shigi鴫 shou熟 shu樗 shui蛻蜕谁 shun楯 shuo芍 si伺俟偲賜赐 sin噺 sip辻
  sok続 su蓿 swu獣 ta沓躂 tako凧 tani渓 tao叨 ti隄 tian蚕 tie鉄 tong侗峒恫 toride塁 tun褪 tuo拓牠詑 wan莞 wei倭囲崴 wo喔
  xi戯携攜歙猎繋蹊 xian掺摻癣癬铣 xiao胶酵 xie叶葉薛血 xin莘 xu嬬籲 xuan潠 yadoru舎 yan姶广癌蔫 yao么崤淆 yari鑓 ye琊 yi掖曳汉腋 yin湮縯鰥
  you鯈 yu亏噢 zan拶 zang臢 zei賊贼 zha咋柵紮蜡 zhan顫颤 zhao朝着 zhe螫 zhen縝 zheng帧徵 zhi祇蛰 zhong忪湩 zhou啁 zhu宁寧朮术苧
  zhua挝撾爪 zhuan耑 zhun隼 zhuo棹琢絀 zi齜 zou诌驟骤 zuo柞
`;

let odd: ReadonlyMap<string, string> | undefined;
let order: Intl.Collator | undefined;

/** How a Chinese character sounds, without its tone: mostly the syllable it falls under when sorted by sound. */
export function pinyin(char: string): string {
  odd ??= readOdd();
  const reading = odd.get(char);
  if (reading !== undefined) return reading;
  order ??= new Intl.Collator('zh-u-co-pinyin');
  let low = 0;
  let high = SYLLABLES.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (order.compare(SYLLABLES[middle]?.first ?? '', char) <= 0) low = middle;
    else high = middle - 1;
  }
  return SYLLABLES[low]?.sound ?? '';
}

function readOdd(): ReadonlyMap<string, string> {
  const readings = new Map<string, string>();
  for (const word of ODD.trim().split(/\s+/)) {
    const sound = /^[a-z]+/.exec(word)?.[0] ?? '';
    for (const char of word.slice(sound.length)) readings.set(char, sound);
  }
  return readings;
}
