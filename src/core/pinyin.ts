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

/** Characters that the ecosystem reads otherwise, with their sounds: its ids come out here too. */
const ODD = `
  a嗄 ai呆诶 an腌 aragane砿 ba鈸钹 bai唄呗 bao刨褴 bei痺萆庳 bi睥贲蚍 bo柏栢泊簿薄泺鲅 bu卜惚扑 cen畠 cha刹剎査痄 chai差 chang裳長长 che轍辙 chen沈 cheng噌盯浈 chi匙哆泜离茬郗坻搋眙踅
  chong种茧 chou燾焘 chuan伝 chuang疒 chuo啜畷 ci凪蚝趑 cou楱 cu槭 dan钽 di地 dian鈿 diao莜钌 du都碡 dui镦 duo柁锗 e哦胺阏硪钶 er佴 fan蕃犭 fei砩 fen玢 fo佛 fou芣 fu払脯莆
  gai胲 gan乾 gang舡 ge噶郃鎘阖 geng粳 gong釭 gou耩骺 gua括筈聒蜗蝸适脶 guan脘 gui傀炔匮 guo掴摑 hai颏 han厂颌 hang吭桁肮酐 hao镐 he暍蝎貉閡耠 hen哏 heng韹黌黉绗 hong触 hoy栃 hu擭鹄
  hua狯 huai孬 huan梡还還垸 hui悝蝰 huo硅砉鹱 ikenie犠 ip込 ji洁鯽 jia仮価袷铪 jian槛檻諌 jiang襁 jiao勦嚼詨 jie价械櫛藉頡偈葜栉 jing劲勁烃箐黥 jiong垧 jiu湫 ju岨柜菹 jue噱鱖柽蠼鳜
  jun雋睃隽 ka髂 kari猟 ke咳喀 ken龈 kou佝 ku挎轱 kua锞 kuai桧檜呙浍 kume粂 lan啉 lang踉 le肋捋 lei漯埒 li戻犛粍釐鬲砬 lian莶膦 liang惊 liao了鹨 ling拎 liu鉚铆 lu偻瘘 lue撂
  luo烙酪氇硌袼 ma麿唛嬷 man蹣蹒 masu桝 meng苎 mie羋芈 min澠渑 mo万嘿脈麼 moku杢 momiji椛 mou冒瞀 mu姥鹜 mwun匁 nan罱 nao橈桡 nawa縄 nay匂 ne吶呐 ni呢禰嶷 nian粘 noy脳 nue谑
  nuo娜砹 ou眍 pa耙 pang蒡 pao龅 pei啡邳碚 peng甏 pi坏苤濞 piao膘驃骠 pie瘪癟 pin蘋 po朴狛醱陂 pou瓿锫 pu誧醭 pyeng塀鋲 qi緝缉薺衹荠粞綮 qia卡 qian撖锓羟 qiang彊爿 qie沏茄 qin廑
  qing軽鯖 qiong芎苘 qiu艽钆 qu砠凵 quan甽 que殻舭 qun蝽 rao蟯蛲 re喏 ren賃赁恁 ruan蠕 sa趿 sakaki榊 san氵 sang峠 sao艘 sem繊 sey笹 shan禅 shao杓 she揲铊 shen葚抻吲 shi什豉
  shibui渋 shigi鴫 shou熟 shu樗忄 shui蛻蜕谁 shun楯 shuo芍 si伺俟偲賜赐灬 sin噺 sip辻 sok続 song锶 su蓿 sui攵 suo挲 swu獣 t扌 ta沓躂嗒 tai骀 tako凧 tan赕膻镡 tang惝 tani渓
  tao叨 ti隄 tian蚕嗔锘 tiao苕 tie鉄锇 ting耵 tong侗峒恫硐艟 toride塁 tou钭 tu芏 tun褪炖 tuo拓牠詑 waku枠 wan莞浣鲩鞔 wei倭囲崴 wo喔 wu垭 xi戯携攜歙猎繋蹊郄裼酾 xian掺摻癣癬铣痃 xiao胶酵
  xie叶葉薛血骱 xin莘 xu嬬籲旮旯 xuan潠 xun郇 yadoru舎 yai睚 yan姶广癌蔫剡埏 yao么崤淆铫 yari鑓 ye琊 yi掖曳汉腋仡嗌欹 yin湮縯鰥鳏 ying荥 yong蕹 you鯈 yu亏噢汩毹腧畲 yuan芫圜 yue哕 zan拶
  zang臢 zao缲 zei賊贼 zha咋柵紮蜡猹膪 zhan顫颤觇 zhang绱 zhao朝着 zhe螫乇 zhen縝溱 zheng帧徵锃 zhi祇蛰鸱 zhong忪湩 zhou啁繇 zhu宁寧朮术苧 zhua挝撾爪 zhuan耑 zhun隼 zhuo棹琢絀绌焯踔
  zi齜茈呲甾鹚 zou诌驟骤 zui羧觜 zuo柞
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
