/** 林's mailbox (VIP): a sales lead between Shanghai and Rotterdam. */
import { chartFile, pdfFile, xlsxFile } from './demoFiles'
import type { DemoMail, DemoMailbox } from './demoMail'
import { newsletterHtml } from './newsletter'

const me = '林 <lin@{domain}>'
const wang = '王丽 <wangli@qinghe-tech.example>'
const emma = 'Emma Visser <emma.visser@noordzee-trading.example>'

const mails: readonly DemoMail[] = [
  {
    folder: '客户合同',
    hoursAgo: 148,
    from: emma,
    to: me,
    seen: true,
    name: 'contract-1',
    subject: 'Contract draft for the 2027 framework',
    text: 'Dear Lin,\n\nplease find our first draft attached. We are flexible on the delivery windows; payment terms should stay at 30 days.\n\nKind regards\nEmma',
    files: [
      pdfFile('Framework-contract-draft-1.pdf', [
        'Framework contract 2027 - draft 1',
        'Delivery: four windows a year',
        'Payment: 30 days net',
      ]),
    ],
  },
  {
    folder: 'sent',
    hoursAgo: 126,
    from: me,
    to: emma,
    seen: true,
    name: 'contract-2',
    answers: 'contract-1',
    subject: 'Re: Contract draft for the 2027 framework',
    text: 'Dear Emma,\n\nthank you. Two points: clause 4.2 should name the carrier, and we would like a price review after six months.\n\nBest\nLin',
  },
  {
    folder: 'inbox',
    hoursAgo: 76,
    from: emma,
    to: me,
    seen: true,
    flagged: true,
    answers: 'contract-2',
    subject: 'Re: Contract draft for the 2027 framework',
    text: 'Dear Lin,\n\nboth points are in revision 2. If you sign by the 28th, the first window can still be November.\n\nEmma',
    files: [
      pdfFile('Framework-contract-rev2.pdf', [
        'Framework contract 2027 - revision 2',
        'Clause 4.2: carrier named',
        'Clause 7: price review after six months',
      ]),
    ],
  },
  {
    folder: '项目周报',
    hoursAgo: 101,
    from: '陈浩 <chenhao@{domain}>',
    to: me,
    seen: true,
    subject: '项目周报（第 46 周）：联调完成，验收提前两天',
    text: '林总：\n\n本周完成支付联调，缺陷由 23 个降到 6 个。下周重点是压测与验收材料。趋势图见正文。\n\n陈浩',
    html: '<p>林总：</p><p>本周完成支付联调，缺陷由 <b>23</b> 个降到 <b>6</b> 个。下周重点是压测与验收材料。</p><p><img src="cid:trend@demo" alt="缺陷趋势" width="280"></p><p>陈浩</p>',
    files: [chartFile('缺陷趋势.png', 'trend@demo', [0.95, 0.8, 0.74, 0.55, 0.4, 0.33, 0.24])],
  },
  {
    folder: 'inbox',
    hoursAgo: 52,
    from: '青禾财务 <finance@qinghe-tech.example>',
    to: me,
    seen: true,
    subject: '【发票】11 月技术服务费电子发票已开具',
    text: '您好：\n\n11 月技术服务费的电子发票已开具，金额 12,800.00 元，抬头为贵公司全称。请核对附件，如需重开请在月底前回复本邮件。\n\n青禾科技 财务部',
    files: [
      pdfFile('发票-202611-0083.pdf', ['Invoice 202611-0083', 'Technical services, November', 'Total CNY 12,800.00']),
      xlsxFile('费用明细.xlsx', [
        ['项目', '数量', '金额'],
        ['系统维护', 1, 8000],
        ['现场支持', 3, 4800],
      ]),
    ],
  },
  {
    folder: 'inbox',
    hoursAgo: 30,
    from: 'Codeharbor <notices@codeharbor.example>',
    to: me,
    subject: '[harbor/gateway] Pull request #418: Retry the webhook after a timeout',
    text: 'mwolf wants to merge 3 commits into main from retry-webhook.\n\n+ 84 lines, - 12 lines, 2 files changed. All checks have passed.\n\nView it: https://codeharbor.example/harbor/gateway/pull/418',
  },
  {
    folder: 'inbox',
    hoursAgo: 26,
    from: '云途商旅 <service@yuntu-travel.example>',
    to: me,
    seen: true,
    flagged: true,
    subject: '行程确认：上海虹桥 → 深圳北，下周二 08:12',
    text: '林先生/女士：\n\n您的行程已确认。\n车次：G6021  上海虹桥 08:12 出发\n座位：06 车 12A\n酒店：南山海岸酒店，入住 1 晚\n\n请携带身份证件，提前 30 分钟到站。',
  },
  {
    folder: 'sent',
    hoursAgo: 22,
    from: me,
    to: wang,
    seen: true,
    name: 'review-1',
    subject: '请确认周五评审会时间',
    text: '王丽：\n\n周五下午两点到四点，三楼会议室，可以吗？请带上新版原型。\n\n林',
  },
  {
    folder: 'inbox',
    hoursAgo: 20,
    from: wang,
    to: me,
    cc: '陈浩 <chenhao@{domain}>',
    answers: 'review-1',
    answered: true,
    seen: true,
    subject: '回复：请确认周五评审会时间',
    text: '林：\n\n时间没问题。周五评审会我带新版原型和用户访谈记录，另外想留二十分钟讨论合同修订稿的第五条。\n\n王丽',
  },
  {
    folder: 'inbox',
    hoursAgo: 7,
    from: wang,
    to: me,
    urgent: true,
    subject: '合同修订稿 v3，请在周五评审会前确认',
    text: '林：\n\n法务改了三处：交付节点、违约金上限、保密期限。修改处已用批注标出，请在周五评审会前确认。\n\n王丽',
    files: [
      pdfFile('合同修订稿-v3.pdf', [
        'Service agreement - revision 3',
        'Changed: milestones, liability cap, confidentiality',
      ]),
    ],
  },
  {
    folder: 'inbox',
    hoursAgo: 4,
    from: 'Harbour Letter <letter@harbourletter.example>',
    to: me,
    subject: 'This week in logistics: rail beats road on four routes',
    text: 'Rail beats road on four routes, and the new slot auction opens on Monday. Read it in your browser: https://harbourletter.example/46',
    html: newsletterHtml,
  },
  {
    folder: 'inbox',
    hoursAgo: 1.5,
    from: '人力资源部 <hr@{domain}>',
    to: me,
    subject: '关于 2027 年元旦放假安排的通知',
    text: '各位同事：\n\n元旦放假时间为 1 月 1 日至 3 日，共三天。值班表请各部门在 12 月 20 日前提交。假期出行请注意安全。\n\n人力资源部',
  },
  {
    folder: 'draft',
    hoursAgo: 3,
    from: me,
    to: emma,
    seen: true,
    subject: 'Re: Framework contract, revision 2',
    text: 'Dear Emma,\n\nour lawyers have read revision 2. One last question about clause 7: ',
  },
  {
    folder: 'junk',
    hoursAgo: 60,
    from: '中奖中心 <win@lucky-draw.example>',
    to: me,
    subject: '恭喜！您的邮箱被抽中 88 万元大奖',
    text: '请在 24 小时内回复姓名与银行卡号领取奖金，逾期作废！！！',
  },
]

export const linMailbox: DemoMailbox = {
  local: 'lin',
  displayName: '林',
  tier: 'globalEnterprise',
  folders: ['客户合同', '项目周报'],
  mails,
}
