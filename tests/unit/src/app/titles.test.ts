/** Every page's title, as it is promised (SPEC §1, §2), in both languages: written here by hand, not read from the route table. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routeTable } from '#src/store/routes/routeTable'

const promised: readonly (readonly [path: string, chinese: string, english: string])[] = [
  ['/receive', '收件箱', 'Inbox'],
  ['/receive/mailshow', '读信', 'Read mail'],
  ['/receive/writeMail', '写信', 'Write'],
  ['/sent', '已发送', 'Sent'],
  ['/sent/mailshow', '读信', 'Read mail'],
  ['/sent/writeMail', '写信', 'Write'],
  ['/flag', '红旗邮件', 'Flagged'],
  ['/flag/mailshow', '读信', 'Read mail'],
  ['/flag/writeMail', '写信', 'Write'],
  ['/delete', '已删除', 'Deleted'],
  ['/delete/mailshow', '读信', 'Read mail'],
  ['/delete/writeMail', '写信', 'Write'],
  ['/rubbish', '垃圾邮件', 'Junk'],
  ['/rubbish/mailshow', '读信', 'Read mail'],
  ['/rubbish/writeMail', '写信', 'Write'],
  ['/draft', '草稿箱', 'Drafts'],
  ['/draft/mailshow', '读信', 'Read mail'],
  ['/draft/writeMail', '写信', 'Write'],
  ['/folder/:viewName', '文件夹', 'Folder'],
  ['/folder/:viewName/mailshow', '读信', 'Read mail'],
  ['/folder/:viewName/writeMail', '写信', 'Write'],
  ['/recoverReceive', '数据恢复：收到的邮件', 'Recovery: received mail'],
  ['/recoverReceive/mailshow', '读信', 'Read mail'],
  ['/recoverSent', '数据恢复：已发送的邮件', 'Recovery: sent mail'],
  ['/recoverSent/mailshow', '读信', 'Read mail'],
  ['/search_result', '搜索结果', 'Search results'],
  ['/search_result/mailshow', '读信', 'Read mail'],
  ['/search_result/writeMail', '写信', 'Write'],
  ['/writeMail', '写信', 'Write'],
  ['/Success', '发送成功', 'Mail sent'],
  ['/records', '文件中心', 'Files'],
  ['/homePage', '首页', 'Home'],
  ['/mainPage', '首页', 'Home'],
  ['/dataRecover', '数据恢复', 'Recovery'],
  ['/contactPage', '通讯录', 'Contacts'],
  ['/testPage', '测试页', 'Test page'],
  ['/settingPc', '设置', 'Settings'],
  ['/notifications', '通知', 'Notifications'],
  ['/icons', '图标', 'Icons'],
  ['/maps', '地图', 'Maps'],
  ['/typography', '字体', 'Typography'],
  ['/Contact', '通讯录', 'Contacts'],
  ['/pclogin', '登录', 'Sign in'],
  ['/login_vip', 'VIP 登录', 'VIP sign in'],
  ['/login', '登录', 'Sign in'],
  ['/register_total', '注册', 'Register'],
  ['/register_honorable', '注册', 'Register'],
  ['/register_enjoy', '注册', 'Register'],
  ['/register_shine', '注册', 'Register'],
  ['/register_mailFree', '注册免费邮箱', 'Register a free mailbox'],
  ['/sendSuccess', '发送成功', 'Mail sent'],
  ['/Pindex', '欢迎', 'Welcome'],
  ['/Setting', '设置', 'Settings'],
  ['/search', '搜索', 'Search'],
  ['/ShareMail', '分享邮件', 'Share mail'],
  ['/Environment', '环境', 'Environment'],
  ['/TimeSlot', '时间段', 'Time slots'],
  ['/Remind', '提醒', 'Reminders'],
  ['/Signature', '签名', 'Signatures'],
  ['/SettingInner', '设置', 'Settings'],
  ['/renewal', '续费', 'Renewal'],
  ['/mailFacadePay/:type?', '支付', 'Payment'],
  ['/wxPay', '支付', 'Payment'],
  ['/payOrder', '订单', 'Order'],
  ['/orderReceipt', '订单收据', 'Order receipt'],
  ['/toPayment', '支付', 'Payment'],
  ['/mailUpgrade', '升级邮箱', 'Upgrade'],
  ['/paySuccess', '支付成功', 'Payment done'],
  ['/continuePay', '支付', 'Payment'],
  ['/linkAccess', '查看分享', 'Shared mail'],
  ['/linkProhibit', '分享已失效', 'Share no longer open'],
  ['/particulars', '详情', 'Details'],
  ['/suixinyou', '随心邮', 'Mail by phone'],
  ['/goldMedal', '金牌会员', 'Gold membership'],
  ['/vipProducttion', '邮箱介绍', 'About the mailboxes'],
  ['/priintmail', '打印邮件', 'Print mail'],
  ['*', '没有这个页面', 'Page not found'],
]

const readTitles = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`locales/${language}/titles.json`, 'utf8'))
const chinese = readTitles('zh-CN')
const english = readTitles('en-US')

describe('the title', () => {
  it.each(promised)('of %s is %s, and %s', (path, ...titles) => {
    const spec = Object.values(routeTable).find((one) => one.path === path)
    const key = spec?.title.replace('titles:', '') ?? ''
    expect([chinese[key], english[key]]).toEqual(titles)
  })

  it('is promised for every route', () => {
    const paths = Object.values(routeTable).map(({ path }) => path)
    expect(promised.map(([path]) => path).toSorted()).toEqual(paths.toSorted())
  })
})
