/**
 * What payment providers tell unasked: bytes that the provider signed, answered in its own form.
 * Whatever goes wrong is answered as a failure, so that the provider tells it again.
 */
import { endpoint } from '../../endpoint'

/** JSON with the headers `Wechatpay-*`; 204, or 500 with `{"code":"FAIL"}`. */
export const wechatNotice = endpoint({
  method: 'POST',
  path: 'webmail/pay/notify/wechat',
  anonymous: true,
  body: 'notice',
  codes: ['serverCannot'],
})

/** A form with `sign`; the bare word `success` or `fail`. */
export const alipayNotice = endpoint({
  method: 'POST',
  path: 'webmail/pay/notify/alipay',
  anonymous: true,
  body: 'notice',
  codes: ['serverCannot'],
})
