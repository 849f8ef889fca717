/**
 * Simplified and traditional Chinese as one: a search in either finds both. The pairs are those of ordinary writing, simplified before
 * traditional; a simplified character that stands for several traditional ones has a pair for each.
 */
const pairs =
  '万萬与與丑醜专專业業丛叢东東丝絲丢丟两兩严嚴丧喪个個丰豐临臨为為丽麗举舉义義乌烏乐樂乔喬习習乡鄉书書买買乱亂争爭于於亏虧云雲亚亞产產亩畝亲親亿億仅僅从從仑侖仓倉仪儀们們价價众眾优優会會伞傘' +
  '伟偉传傳伤傷伦倫伪偽体體余餘佣傭侠俠侣侶侥僥侦偵侧側侨僑俭儉债債倾傾偿償储儲儿兒兑兌党黨兰蘭关關兴興养養兽獸内內冈岡册冊写寫军軍农農冲衝决決况況冻凍净淨凄淒准準凉涼减減凑湊几幾凤鳳凭憑凯凱' +
  '击擊凿鑿刘劉则則刚剛创創删刪别別刹剎剂劑剑劍剧劇劝勸办辦务務动動励勵劲勁劳勞势勢勋勳匀勻区區医醫华華协協单單卖賣卢盧卤鹵卧臥卫衛却卻厂廠厅廳历歷历曆厉厲压壓厌厭厕廁厢廂厦廈厨廚县縣参參双雙' +
  '发發发髮变變叙敘叠疊只隻台臺台檯台颱叶葉号號叹嘆后後吁籲向嚮吓嚇吗嗎吨噸听聽启啟吴吳呐吶呕嘔员員呛嗆呜嗚咏詠咙嚨咸鹹响響哑啞哗嘩哟喲唤喚啧嘖喷噴嘱囑团團园園围圍国國图圖圆圓圣聖场場坏壞块塊坚堅坛壇坝壩坞塢坟墳坠墜' +
  '垄壟垒壘垦墾垫墊堑塹堕墮墙牆壮壯声聲壳殼壶壺处處备備复復复複够夠头頭夸誇夹夾夺奪奋奮奖獎奥奧妆妝妇婦妈媽妩嫵妪嫗姗姍姜薑娄婁娇嬌娱娛娲媧娴嫻婴嬰婶嬸孙孫学學宁寧宝寶实實宠寵审審宪憲宫宮宽寬宾賓寝寢对對寻尋导導寿壽将將尔爾尘塵尝嘗尧堯尴尷尽盡尽儘' +
  '层層屉屜届屆属屬屡屢屿嶼岁歲岂豈岗崗岛島岭嶺峡峽崭嶄巩鞏币幣帅帥师師帐帳帘簾帜幟带帶帧幀帮幫干乾干幹并並广廣庄莊庆慶庐廬库庫应應庙廟庞龐废廢开開异異弃棄张張弥彌弯彎弹彈强強归歸当當当噹录錄彻徹径徑御禦忆憶忧憂怀懷态態怂慫怜憐总總恋戀恳懇恶惡恶噁恼惱悦悅悬懸' +
  '惊驚惧懼惨慘惩懲惫憊惭慚惯慣愤憤愿願慑懾懒懶戏戲战戰户戶扎紮扑撲托託执執扩擴扫掃扬揚扰擾抚撫抛拋抢搶护護报報担擔拟擬拢攏拣揀拥擁拦攔拧擰拨撥择擇挂掛挚摯挛攣挝撾挟挾挠撓挡擋挣掙挤擠挥揮捞撈损損捡撿换換捣搗据據掳擄掷擲掸撣掺摻搀攙搁擱搂摟搅攪携攜摄攝摆擺摇搖摊攤撑撐撵攆敌敵敛斂数數斋齋斗鬥斩斬断斷' +
  '无無旧舊时時旷曠昙曇昼晝显顯晋晉晒曬晓曉晕暈暂暫术術机機杀殺杂雜权權条條来來杨楊杰傑极極构構枢樞枣棗枪槍枫楓柜櫃柠檸标標栈棧栋棟栏欄树樹样樣桥橋桩樁档檔检檢楼樓榄欖横橫樱櫻欢歡欧歐欲慾歼殲殇殤残殘毁毀毕畢毙斃毡氈气氣氢氫汇匯汇彙汉漢汤湯汹洶沟溝没沒沪滬沦淪沧滄泞濘泪淚泽澤泼潑洁潔洒灑浅淺浆漿浇澆浊濁测測济濟浏瀏浑渾浓濃涂塗' +
  '涛濤涝澇涡渦润潤涨漲涩澀淀澱渊淵渍漬渐漸渔漁渗滲温溫游遊湾灣湿濕溃潰溅濺滚滾滞滯满滿滤濾滥濫滨濱滩灘灭滅灯燈灵靈灾災灿燦炉爐炖燉炼煉烁爍烂爛烛燭烟煙烦煩烧燒烩燴烫燙热熱焕煥爱愛爷爺牍牘牵牽牺犧状狀犹猶独獨狭狹狮獅狱獄猎獵猪豬猫貓献獻玛瑪环環现現玺璽珐琺珑瓏琐瑣琼瓊电電画畫畅暢' +
  '疗療疯瘋疮瘡症癥痒癢瘾癮皑皚皱皺盏盞盐鹽监監盖蓋盗盜盘盤睁睜睐睞瞒瞞瞩矚矫矯矿礦码碼砖磚础礎硕碩确確碍礙碱鹼礼禮祷禱祸禍禅禪离離秃禿种種秘祕积積称稱秽穢税稅稳穩穷窮窃竊窍竅窝窩窜竄竖豎竞競笃篤笋筍笔筆笼籠筑築筛篩筝箏筹籌签簽签籤简簡箩籮篮籃篱籬类類粮糧' +
  '紧緊纠糾纤纖红紅约約级級纪紀纬緯纯純纱紗纲綱纳納纵縱纷紛纸紙纹紋纺紡纽紐线線练練组組绅紳细細织織终終绍紹经經绑綁结結绕繞绘繪给給绚絢络絡绝絕统統继繼绩績绪緒续續绳繩维維绵綿综綜绿綠缀綴缆纜缓緩缔締编編缘緣缚縛缝縫缠纏缩縮缴繳网網罗羅罚罰罢罷羡羨翘翹耸聳耻恥聂聶聋聾职職联聯聪聰肃肅肠腸肤膚肾腎肿腫胀脹胁脅胆膽胜勝胧朧胶膠脉脈脏臟脏髒脑腦脚腳脱脫脸臉腊臘腻膩腾騰' +
  '舆輿舍捨舰艦舱艙艳艷艺藝节節芦蘆苏蘇苹蘋范範茎莖荐薦荡蕩荣榮药藥莱萊莲蓮获獲获穫莹瑩营營萧蕭萨薩蒋蔣蓝藍蔷薔蕴蘊虏虜虑慮虚虛虫蟲虽雖虾蝦蚀蝕蚁蟻蚂螞蛮蠻蜗蝸蜡蠟蝇蠅衅釁补補衬襯袄襖袜襪袭襲装裝裤褲里裡里裏见見观觀规規觅覓视視览覽觉覺触觸誉譽誊謄' +
  '计計订訂认認讥譏讨討让讓训訓议議讯訊记記讲講许許论論讼訟讽諷设設访訪证證评評识識诈詐诉訴诊診词詞译譯试試诗詩诚誠话話诞誕询詢该該详詳语語误誤说說请請诸諸诺諾读讀课課谁誰调調谅諒谈談谊誼谋謀谐諧谓謂谢謝谣謠谦謙谨謹谬謬谱譜贝貝负負贡貢财財责責贤賢败敗账賬货貨质質贩販贪貪贫貧购購贮貯贯貫贴貼贵貴贷貸贸貿费費贺賀贼賊贾賈资資赋賦赌賭赏賞赐賜赔賠赖賴赚賺赛賽赞贊赠贈赢贏赵趙赶趕趋趨跃躍践踐踊踴踪蹤' +
  '车車轨軌轩軒转轉轮輪软軟轰轟轴軸轻輕载載轿轎较較辅輔辆輛辈輩辉輝辑輯输輸辖轄辞辭辩辯辽遼达達迁遷过過迈邁运運还還这這进進远遠违違连連迟遲适適选選递遞逻邏遗遺邓鄧邮郵邻鄰郁鬱郑鄭酝醞酱醬酿釀采採释釋鉴鑒' +
  '针針钉釘钓釣钙鈣钝鈍钞鈔钟鐘钟鍾钢鋼钥鑰钦欽钩鉤钮鈕钱錢钻鑽铁鐵铃鈴铅鉛铜銅铝鋁银銀铸鑄铺鋪链鏈销銷锁鎖锅鍋锋鋒错錯锡錫锤錘锦錦键鍵镇鎮镜鏡长長门門闪閃闭閉问問闯闖闲閒间間闷悶闹鬧闻聞阀閥阁閣阅閱队隊阳陽阴陰阵陣阶階际際陆陸陈陳险險随隨隐隱难難雇僱雾霧静靜面麵韦韋韩韓页頁顶頂项項顺順须須须鬚顾顧顿頓颁頒预預领領颇頗频頻题題颜顏额額颠顛颤顫风風飘飄飞飛饥飢饭飯饮飲饰飾饱飽饼餅饿餓馆館' +
  '马馬驰馳驱驅驳駁驴驢驶駛驻駐驾駕驿驛骂罵骄驕骆駱验驗骑騎骗騙骚騷骤驟鱼魚鲁魯鲜鮮鸟鳥鸡雞鸣鳴鸭鴨鸿鴻鹅鵝鹤鶴鹰鷹麦麥黄黃齐齊齿齒龄齡龙龍龟龜' +
  '制製系係系繫松鬆谷穀表錶征徵志誌折摺胡鬍卷捲困睏朴樸致緻注註布佈占佔周週岩巖伙夥累纍凶兇升昇陕陝赣贛粤粵闽閩沈瀋吕呂冯馮邹鄒龚龔阎閻谭譚颖穎鹏鵬骏駿钧鈞铭銘锐銳'

const traditionalOf = new Map<string, string[]>()
const simplifiedOf = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) {
  const simplified = pairs.charAt(at)
  const traditional = pairs.charAt(at + 1)
  traditionalOf.set(simplified, [...(traditionalOf.get(simplified) ?? []), traditional])
  simplifiedOf.set(traditional, simplified)
}

/** Spellings of one word that are looked for: more cost the search more than they find. */
const formsMost = 6

/** In simplified characters; of the same length. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => simplifiedOf.get(character) ?? character)
}

/** How the same word may be written: as it was typed, simplified, and in traditional characters, each once. */
export function formsOf(word: string): readonly string[] {
  const plain = simplified(word)
  let traditional: readonly string[] = ['']
  for (const character of plain) {
    // A traditional text may keep a character that is simplified elsewhere, such as 干 or 里: rare, and not looked for here.
    const ways = traditionalOf.get(character) ?? [character]
    const longer = traditional.flatMap((start) => ways.map((way) => start + way))
    traditional = longer.length > formsMost ? traditional.map((start) => start + (ways[0] ?? character)) : longer
  }
  return [...new Set([word, plain, ...traditional])].slice(0, formsMost)
}
