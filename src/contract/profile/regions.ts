/** Provinces and their cities of the second level, by id; their names are texts (`regions`). */
const cities: Readonly<Record<string, string>> = {
  beijing: 'beijing',
  tianjin: 'tianjin',
  shanghai: 'shanghai',
  chongqing: 'chongqing',
  hebei: 'shijiazhuang tangshan qinhuangdao handan xingtai baoding zhangjiakou chengde cangzhou langfang hengshui',
  shanxi: 'taiyuan datong yangquan changzhi jincheng shuozhou jinzhong yuncheng xinzhou linfen luliang',
  innermongolia: 'hohhot baotou wuhai chifeng tongliao ordos hulunbuir bayannur ulanqab hinggan xilingol alxa',
  liaoning:
    'shenyang dalian anshan fushun benxi dandong jinzhou yingkou fuxin liaoyang panjin tieling chaoyang huludao',
  jilin: 'changchun jilin siping liaoyuan tonghua baishan songyuan baicheng yanbian',
  heilongjiang:
    'harbin qiqihar jixi hegang shuangyashan daqing yichun jiamusi qitaihe mudanjiang heihe suihua daxinganling',
  jiangsu: 'nanjing wuxi xuzhou changzhou suzhou nantong lianyungang huaian yancheng yangzhou zhenjiang taizhou suqian',
  zhejiang: 'hangzhou ningbo wenzhou jiaxing huzhou shaoxing jinhua quzhou zhoushan taizhou lishui',
  anhui:
    'hefei wuhu bengbu huainan maanshan huaibei tongling anqing huangshan chuzhou fuyang suzhou luan bozhou chizhou xuancheng',
  fujian: 'fuzhou xiamen putian sanming quanzhou zhangzhou nanping longyan ningde',
  jiangxi: 'nanchang jingdezhen pingxiang jiujiang xinyu yingtan ganzhou jian yichun fuzhou shangrao',
  shandong:
    'jinan qingdao zibo zaozhuang dongying yantai weifang jining taian weihai rizhao linyi dezhou liaocheng binzhou heze',
  henan:
    'zhengzhou kaifeng luoyang pingdingshan anyang hebi xinxiang jiaozuo puyang xuchang luohe sanmenxia nanyang shangqiu xinyang zhoukou zhumadian jiyuan',
  hubei:
    'wuhan huangshi shiyan yichang xiangyang ezhou jingmen xiaogan jingzhou huanggang xianning suizhou enshi xiantao qianjiang tianmen shennongjia',
  hunan:
    'changsha zhuzhou xiangtan hengyang shaoyang yueyang changde zhangjiajie yiyang chenzhou yongzhou huaihua loudi xiangxi',
  guangdong:
    'guangzhou shaoguan shenzhen zhuhai shantou foshan jiangmen zhanjiang maoming zhaoqing huizhou meizhou shanwei heyuan yangjiang qingyuan dongguan zhongshan chaozhou jieyang yunfu',
  guangxi:
    'nanning liuzhou guilin wuzhou beihai fangchenggang qinzhou guigang yulin baise hezhou hechi laibin chongzuo',
  hainan: 'haikou sanya sansha danzhou',
  sichuan:
    'chengdu zigong panzhihua luzhou deyang mianyang guangyuan suining neijiang leshan nanchong meishan yibin guangan dazhou yaan bazhong ziyang aba garze liangshan',
  guizhou: 'guiyang liupanshui zunyi anshun bijie tongren qianxinan qiandongnan qiannan',
  yunnan:
    'kunming qujing yuxi baoshan zhaotong lijiang puer lincang chuxiong honghe wenshan xishuangbanna dali dehong nujiang diqing',
  tibet: 'lhasa shigatse qamdo nyingchi shannan nagqu ngari',
  shaanxi: 'xian tongchuan baoji xianyang weinan yanan hanzhong yulin ankang shangluo',
  gansu:
    'lanzhou jiayuguan jinchang baiyin tianshui wuwei zhangye pingliang jiuquan qingyang dingxi longnan linxia gannan',
  qinghai: 'xining haidong haibei huangnan hainan golog yushu haixi',
  ningxia: 'yinchuan shizuishan wuzhong guyuan zhongwei',
  xinjiang:
    'urumqi karamay turpan hami changji bortala bayingolin aksu kizilsu kashgar hotan ili tacheng altay shihezi',
  hongkong: 'hongkong',
  macau: 'macau',
  taiwan: 'taipei newtaipei taoyuan taichung tainan kaohsiung keelung hsinchu chiayi',
}

export const provinces: readonly string[] = Object.keys(cities)

/** Empty where there is no such province. */
export function citiesOf(province: string): readonly string[] {
  const found = Object.hasOwn(cities, province) ? cities[province] : undefined
  return found === undefined ? [] : found.split(' ')
}
