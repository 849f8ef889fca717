/** What SPEC §7 and §2 promise, written out by hand: the tables of the code are compared with these, never with themselves. */

/** Method and path of every call of SPEC §7 (one without a spelt path, the captcha picture, is settled by the contract). */
export const promisedCalls = `
POST webmail/query/queryfolder2.action
POST webmail/writemail/contentDate2
POST webmail/manage/view2.action
POST webmail/manage/reMailDateMove2.action
POST webmail/manage/remove2.action
POST webmail/manage/move2.action
POST webmail/manage/mark2
POST webmail/mailFiltering/moveMail2.action
POST webmail/manage/moveMailJunk2.action
POST webmail/mailFiltering/saveReportSpamList.action
GET webmail/query/folderinfo.action
POST webmail/query/search2.action
POST webmail/query/advance_search2.action
GET webmail/query/timingQueryMail.action
POST webmail/writemail/startDate.action
GET webmail/writemail/reMailDateStatus.action
GET webmail/writemail/reMailDateList.action
POST webmail/writemail/sendreceipt2.action
POST webmail/main/sendMailByCorpMailCount.action
POST webmail/pay/getUserInfos
POST webmail/main/getQuotaMessages
POST webmail/main/getMoveMailStatus.action
POST webmail/corp/startTrabsfer.action
POST webmail/corp/getDomain.action
GET webmail/freeUp/checkRecover.action
GET webmail/updateFreeMemberLevelId.action
GET webmail/main/isNewOrOld.action
GET webmail/main/getCustomizeLogo.action
GET webmail/main/heartbeat.action
POST webmail/login/loginService.action
GET webmail/login/loginQrCode
GET webmail/login/polling
GET webmail/login/getUsersInfo.action
GET webmail/login/sxyBindStatus
GET webmail/logout/index.action
POST webmail/readmail/showMail.action
POST webmail/readmail/getAttachmentInfo2.action
GET webmail/readmail/gtk.action
GET webmail/readmail/sid.action
POST webmail/contact/queryAllContacts.action
POST webmail/vipRegister/ValidityUserName
POST webmail/vipRegister/checkPhoneNum
GET webmail/vipRegister/captcha
GET webmail/vipBindPhone/isPopUp
GET webmail/vipBindPhone/bindPhone
GET webmail/vipBindPhone/verificationPhone
`
  .trim()
  .split('\n')

/** Every page of SPEC §2 with its title in both languages (SPEC §1), by hand. */
export const promisedPages: readonly (readonly [path: string, chinese: string, english: string])[] = [
  ['/sent', '已发送', 'Sent'],
  ['/sent/mailshow', '读信', 'Read mail'],
  ['/receive', '收件箱', 'Inbox'],
  ['/receive/mailshow', '读信', 'Read mail'],
  ['/flag', '红旗邮件', 'Flagged'],
  ['/flag/mailshow', '读信', 'Read mail'],
  ['/delete', '已删除', 'Deleted'],
  ['/delete/mailshow', '读信', 'Read mail'],
  ['/rubbish', '垃圾邮件', 'Junk'],
  ['/rubbish/mailshow', '读信', 'Read mail'],
  ['/recoverReceive', '数据恢复：收到的邮件', 'Recovery: received mail'],
  ['/recoverReceive/mailshow', '读信', 'Read mail'],
  ['/recoverSent', '数据恢复：已发送的邮件', 'Recovery: sent mail'],
  ['/recoverSent/mailshow', '读信', 'Read mail'],
  ['/folder/:viewName', '文件夹', 'Folder'],
  ['/folder/:viewName/mailshow', '读信', 'Read mail'],
  ['/draft', '草稿箱', 'Drafts'],
  ['/draft/writeMail', '写信', 'Write'],
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
  ['/sendSuccess', '确认邮件已发送', 'Verification message sent'],
  ['/Pindex', '欢迎', 'Welcome'],
  ['/Setting', '设置', 'Settings'],
  ['/search', '搜索', 'Search'],
  ['/ShareMail', '分享邮件', 'Share mail'],
  ['/Environment', '语言与外观', 'Language and appearance'],
  ['/TimeSlot', '时间段', 'Time slots'],
  ['/Remind', '新邮件提醒', 'New-message notices'],
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
  ['/linkProhibit', '链接已失效', 'Link no longer open'],
  ['/particulars', '详情', 'Details'],
  ['/suixinyou', '随心邮', 'Mail by phone'],
  ['/goldMedal', '金牌会员', 'Gold membership'],
  ['/vipProducttion', '邮箱介绍', 'About the mailboxes'],
  ['/priintmail', '打印邮件', 'Print mail'],
]

/** Address of every route of SPEC §2; the root only leads on to the home page. */
export const promisedRoutes = ['/', ...promisedPages.map(([path]) => path)]

/** SPEC §2, last line but one: the routes flagged login-required. */
export const promisedLoginRequired = ['/receive', '/records', '/homePage', '/mainPage', '/Contact']

/** SPEC §4: where binding a phone is not offered; an address is the same in any case. */
export const promisedWithoutPhoneOffer: readonly string[] = ['/pclogin', '/orderReceipt', '/toPayment']
