import Button from 'antd/es/button'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { isInWeChat } from '../../components/browser/inWeChat'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { sumText } from '../../components/text/priceText'
import type { Reply } from '../../contract/endpoint'
import { type PayMethod, payMethods, readOrder, startPayment } from '../../contract/endpoints/account/orders'
import { limits } from '../../contract/limits'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { selectUsername } from '../../store/session/session'
import { refreshUser } from '../../store/session/sessionThunks'
import { useCountdown } from '../../store/shell/useCountdown'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { pathToCode, useOffered, WeChatNote } from './OrderPage'
import { PayFrame } from './PayFrame'

const methodOf = (text: string | null | undefined): PayMethod | null =>
  payMethods.find((method) => method === text) ?? null

/** The code of WeChat; of the test provider where that stands in. */
export function WxPayPage() {
  const [search] = useSearchParams()
  return <Payment method={methodOf(search.get('method')) ?? 'wechat'} />
}

/** The code of the provider that the address names, or the choice. */
export function FacadePayPage() {
  const { type } = useParams()
  return <Payment method={methodOf(type)} />
}

/** Where a provider leads back to: the gateway is asked whether anything was paid. */
export function ToPaymentPage() {
  return <Payment method={null} isReturn />
}

/** After these another question has no other answer. */
const final: readonly string[] = ['notFound', 'badField', 'sessionLost']

/** Asks how far a payment is, while the page is seen and until it is over. */
function usePayment(number: string) {
  const [turn, setTurn] = useState(0)
  const answer = useReply(readOrder, { number, ask: true }, String(turn))
  const isRefused = answer.state === 'failed' && final.includes(answer.code)
  const isOver = isRefused || (answer.last !== null && answer.last.order.state !== 'open')
  const isAsked = answer.state === 'waiting'
  useEffect(() => {
    // An answer that takes longer is waited for.
    if (isOver || isAsked) return
    const ask = () => setTurn((before) => before + 1)
    const handleReturn = () => document.visibilityState === 'visible' && ask()
    const stop = everyWhileVisible(limits.payPollMs, ask)
    window.addEventListener('focus', handleReturn)
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      stop()
      window.removeEventListener('focus', handleReturn)
      document.removeEventListener('visibilitychange', handleReturn)
    }
  }, [isOver, isAsked])
  return { ...answer, askNow: () => setTurn((before) => before + 1) }
}

/** A method, or none yet; leads on once the gateway says that it is over. */
function Payment({ method, isReturn = false }: { method: PayMethod | null; isReturn?: boolean }) {
  const { t } = useTranslation('membership')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const number = search.get('number') ?? ''
  const payment = usePayment(number)
  const isSignedIn = useAppSelector(selectUsername) !== null
  const isOver = payment.last !== null && payment.last.order.state !== 'open'
  useEffect(() => {
    if (!isOver) return
    if (isSignedIn) void dispatch(refreshUser())
    void navigate(pathTo('paySuccess', {}, { number }), { replace: true })
  }, [isOver, isSignedIn, number, dispatch, navigate])
  return (
    <PayFrame title={t('payTitle')} methods={payment.last?.methods ?? null}>
      <Answered answer={payment} keepsLast lines={6}>
        {(reply) => (
          <section className="membership-pay" aria-label={t('payTitle')}>
            <WeChatNote methods={reply.methods} />
            {isReturn && <p>{t('asksProvider')}</p>}
            {method !== null && <PayCode key={method} method={method} reply={reply} onAsk={payment.askNow} />}
            <Ways reply={reply} present={method} />
          </section>
        )}
      </Answered>
    </PayFrame>
  )
}

type Known = Reply<typeof readOrder>

/** The other ways to pay, and back to the order. */
function Ways({ reply: { order, methods }, present }: { reply: Known; present: PayMethod | null }) {
  const { t } = useTranslation('membership')
  const others = useOffered(methods).filter((method) => method !== present)
  return (
    <p className="membership-ways">
      {others.map((method) => (
        <Link key={method} className="ep-button" to={pathToCode(method, order.number)} replace>
          {t(present === null ? `payBy.${method}` : `changeTo.${method}`)}
        </Link>
      ))}
      <Link to={pathTo('payOrder', {}, { number: order.number })}>{t('toOrder')}</Link>
    </p>
  )
}

function PayCode({ method, reply, onAsk }: { method: PayMethod; reply: Known; onAsk: () => void }) {
  const { t, i18n } = useTranslation('membership')
  const isPhone = useIsAtMost('phone')
  const { order, payee } = reply
  const code = useReply(startPayment, { number: order.number, method })
  return (
    <Answered answer={code} lines={6}>
      {({ url, expiresAt }) => (
        <div className="membership-code">
          <Countdown until={expiresAt} onNew={code.retry}>
            {method !== 'wechatH5' && (
              <QRCodeSVG
                className="membership-qr"
                value={url}
                size={Math.max(180, limits.qrCodePixels)}
                marginSize={4}
                role="img"
                aria-label={t('codeName')}
              />
            )}
            {(isPhone || method === 'wechatH5') && <AppLink method={method} url={url} number={order.number} />}
          </Countdown>
          <div>
            <h2>{t(`scan.${method}`, { sum: sumText(order.fen) })}</h2>
            {method === 'test' && <p>{t('testHint', { command: `npm run pay -- ${order.number}` })}</p>}
            <p>
              {t('payeeIs', { payee: i18n.language === 'zh-CN' ? payee.zh : payee.en })} ·{' '}
              {t('numberIs', { number: order.number })}
            </p>
            {isPhone && (method === 'wechat' || method === 'test') && <p>{t('onPhone')}</p>}
            <p className="membership-waits">
              <span role="status">{t('waits')}</span>
              <Button onClick={onAsk}>{t('havePaid')}</Button>
            </p>
          </div>
        </div>
      )}
    </Answered>
  )
}

/** Leads from a browser of a phone into the app that pays. */
function AppLink({ method, url, number }: { method: PayMethod; url: string; number: string }) {
  const { t } = useTranslation('membership')
  if ((method !== 'wechatH5' && method !== 'alipay') || !url.startsWith('https://') || isInWeChat()) return null
  const back = window.location.origin + pathTo('toPayment', {}, { number })
  const href = method === 'wechatH5' ? `${url}&redirect_url=${encodeURIComponent(back)}` : url
  return (
    // WeChat refuses whoever does not say which site leads there.
    <a className="ep-button ep-button-primary" href={href} referrerPolicy="origin">
      {t(`openApp.${method}`)}
    </a>
  )
}

type CountdownProps = { until: number; onNew: () => void; children: React.ReactNode }

/** How long a code still lives; afterwards another is offered in its place. */
function Countdown({ until, onNew, children }: CountdownProps) {
  const { t } = useTranslation('membership')
  const seconds = useCountdown(until)
  if (seconds === 0)
    return (
      <div className="membership-frame">
        <p>{t('codeOver')}</p>
        <Button onClick={onNew}>{t('newCode')}</Button>
      </div>
    )
  const two = (part: number) => String(part).padStart(2, '0')
  const left = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return (
    <div className="membership-frame">
      {children}
      <p className="ep-number">{t('runsOut', { left })}</p>
    </div>
  )
}
