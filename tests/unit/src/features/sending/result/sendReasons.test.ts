import { describe, expect, it } from 'vitest'
import { sendReasonKey } from '#src/features/sending/result/sendReasons'
import zhCN from '../../../../../../locales/zh-CN/sending.json'

describe('what a mail server answers', () => {
  it.each([
    ['550 5.1.1 No such mailbox here', '没有这个邮箱'],
    ['550 5.1.1 <x@y.cn>: Recipient address rejected: User unknown', '没有这个邮箱'],
    ['550 no such user', '没有这个邮箱'],
    ['550-5.1.1 The account does not exist', '没有这个邮箱'],
    ['553 5.6.7 The server takes no addresses outside ASCII', '邮件服务器不支持 @ 前含非英文字符的地址'],
    ['450 4.1.2 Domain not found', '收件人的域名不存在'],
    ['554 5.4.4 Unable to route', '收件人的域名不存在'],
    ['452 4.2.2 Mailbox full', '对方邮箱已满'],
    ['552 Requested mail action aborted: exceeded storage allocation', '对方邮箱已满'],
    ['552 5.3.4 Message size exceeds fixed limit', '邮件超过了对方允许的大小'],
    ['550 5.7.1 Message looks like spam', '对方服务器认为这是垃圾邮件'],
    ['554 5.7.1 Relay access denied', '对方服务器拒绝接收'],
    ['450 4.2.0 Greylisted', '对方服务器要求稍后再试'],
    ['451 4.4.0 No relay', '暂时联系不上邮件服务器'],
    ['454 4.7.0 Nobody is signed in to send this', '您已退出登录，登录后会继续发送'],
    ['connect ECONNREFUSED 127.0.0.1:25', '暂时联系不上邮件服务器'],
    ['The line was cut', '暂时联系不上邮件服务器'],
  ])('%s: %s', (answer, words) => {
    expect(zhCN.result.reason[sendReasonKey(answer)]).toBe(words)
  })
})
