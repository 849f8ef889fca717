/** Anna's mailbox (free): a designer who works for herself. */
import { pdfFile, xlsxFile } from './demoFiles'
import type { DemoMail, DemoMailbox } from './demoMail'
import { newsletterHtml } from './newsletter'

const me = 'Anna <anna@{domain}>'
const tom = 'Tom Berger <tom@studio-kiesel.example>'

const mails: readonly DemoMail[] = [
  {
    folder: 'inbox',
    hoursAgo: 120,
    from: '易邮 <welcome@{domain}>',
    to: me,
    seen: true,
    subject: '欢迎使用易邮 · Welcome to EP Mail',
    text: 'Anna，您好！\n\n这是您的新邮箱。按“写信”开始，按右上角可切换语言。\n\nHello Anna,\n\nthis is your new mailbox. Press Write to begin; the language can be switched at the top right.',
  },
  {
    folder: 'inbox',
    hoursAgo: 97,
    from: tom,
    to: me,
    seen: true,
    answered: true,
    name: 'logo-1',
    subject: 'Logo, second round',
    text: 'Hi Anna,\n\nthe blue one it is. Could you try it with a heavier letter and send me the price for the signage as well?\n\nTom',
  },
  {
    folder: 'sent',
    hoursAgo: 90,
    from: me,
    to: tom,
    seen: true,
    answers: 'logo-1',
    subject: 'Re: Logo, second round',
    text: 'Hi Tom,\n\nheavier letters by Thursday. The signage is in the sheet.\n\nAnna',
    files: [
      xlsxFile('Signage.xlsx', [
        ['Item', 'Pieces', 'EUR'],
        ['Door sign', 2, 240],
        ['Window letters', 1, 380],
      ]),
    ],
  },
  {
    folder: 'inbox',
    hoursAgo: 71,
    from: 'Fernlicht Bahn <tickets@fernlicht-bahn.example>',
    to: me,
    seen: true,
    flagged: true,
    subject: 'Your itinerary: Hamburg to Copenhagen, Friday 09:24',
    text: 'Booking FLB-7Q2K\n\nFriday  09:24 Hamburg Hbf, platform 8\n        14:03 Copenhagen H\nCoach 5, seat 41 (window)\n\nYour ticket is attached.',
    files: [pdfFile('Ticket-FLB-7Q2K.pdf', ['Ticket FLB-7Q2K', 'Hamburg - Copenhagen', 'Coach 5, seat 41'])],
  },
  {
    folder: 'inbox',
    hoursAgo: 49,
    from: '墨石设计 <studio@moshi-design.example>',
    to: me,
    subject: '海报稿费结算与发票抬头确认',
    text: 'Anna 老师：\n\n海报稿费 3,600 元将于本周结算，请回复发票抬头与税号，我们收到后三个工作日内付款。\n\n墨石设计',
  },
  {
    folder: 'inbox',
    hoursAgo: 33,
    from: 'Codeharbor <notices@codeharbor.example>',
    to: me,
    subject: '[harbor/website] Issue #92 was assigned to you: Icons blur at 150 %',
    text: 'mwolf assigned this to you.\n\nThe toolbar icons look soft on screens at 150 %. Could we have them as SVG?\n\nhttps://codeharbor.example/harbor/website/issues/92',
  },
  {
    folder: 'inbox',
    hoursAgo: 18,
    from: 'Harbour Letter <letter@harbourletter.example>',
    to: me,
    subject: 'This week in logistics: rail beats road on four routes',
    text: 'Rail beats road on four routes. Read it in your browser: https://harbourletter.example/46',
    html: newsletterHtml,
  },
  {
    folder: 'inbox',
    hoursAgo: 5,
    from: tom,
    to: me,
    cc: 'Mia <mia@studio-kiesel.example>',
    subject: 'Invoice for October',
    text: 'Hi Anna,\n\nour bookkeeper misses your invoice for October. Could you send it again, with the project number?\n\nTom',
  },
  {
    folder: 'inbox',
    hoursAgo: 2,
    from: '林 <lin@{domain}>',
    to: me,
    subject: '下周展会的名片样式',
    text: 'Anna：\n\n名片用第二版，英文名放大一号。周三前能给我印刷文件吗？谢谢！\n\n林',
  },
  {
    folder: 'draft',
    hoursAgo: 1,
    from: me,
    to: '墨石设计 <studio@moshi-design.example>',
    seen: true,
    subject: '回复：海报稿费结算与发票抬头确认',
    text: '您好：\n\n发票抬头如下：',
  },
  {
    folder: 'junk',
    hoursAgo: 80,
    from: 'Parcel Desk <desk@parcel-hold.example>',
    to: me,
    subject: 'Your parcel is on hold: pay 1.99 now',
    text: 'We could not deliver your parcel. Pay the fee within 12 hours or it will be destroyed.',
  },
]

export const annaMailbox: DemoMailbox = { local: 'anna', displayName: 'Anna', tier: 'free', folders: [], mails }
