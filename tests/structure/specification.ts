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

/** Address of every route of SPEC §2. */
export const promisedRoutes = `
/
/sent
/sent/mailshow
/receive
/receive/mailshow
/flag
/flag/mailshow
/delete
/delete/mailshow
/rubbish
/rubbish/mailshow
/recoverReceive
/recoverReceive/mailshow
/recoverSent
/recoverSent/mailshow
/folder/:viewName
/folder/:viewName/mailshow
/draft
/draft/writeMail
/search_result
/search_result/mailshow
/search_result/writeMail
/writeMail
/Success
/records
/homePage
/mainPage
/dataRecover
/contactPage
/testPage
/settingPc
/notifications
/icons
/maps
/typography
/Contact
/pclogin
/login_vip
/login
/register_total
/register_honorable
/register_enjoy
/register_shine
/register_mailFree
/sendSuccess
/Pindex
/Setting
/search
/ShareMail
/Environment
/TimeSlot
/Remind
/Signature
/SettingInner
/renewal
/mailFacadePay/:type?
/wxPay
/payOrder
/orderReceipt
/toPayment
/mailUpgrade
/paySuccess
/continuePay
/linkAccess
/linkProhibit
/particulars
/suixinyou
/goldMedal
/vipProducttion
/priintmail
`
  .trim()
  .split('\n')

/** SPEC §2, last line but one: the routes flagged login-required. */
export const promisedLoginRequired = ['/receive', '/records', '/homePage', '/mainPage', '/Contact']
