import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SectionId } from '#contract/settings'
import { minuteDate } from '#src/components/text/mailDate'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppDispatch } from '#src/store/typed'
import { endSessions, type SignInRow } from './sessionThunks'
import { useOriginTexts } from './useOriginTexts'

type Props = { signIn: SignInRow; onEnded: () => void; onClose: () => void }

const linked = {
  ...{ password: 'password', protection: 'protection', rules: 'rules', forwarding: 'autoReply' },
} as const satisfies Record<string, SectionId>

/** Leads whoever finds a sign-in that was not theirs through what protects the account. */
export function NotMeDialog({ signIn, onEnded, onClose }: Props) {
  const { t, i18n } = useTranslation('sessions')
  const dispatch = useAppDispatch()
  const { placeText } = useOriginTexts()
  const [isEnded, setEnded] = useState(false)

  async function end() {
    if (!(await dispatch(endSessions(null)))) return
    setEnded(true)
    onEnded()
  }

  const step = (name: keyof typeof linked) => (
    <li key={name}>
      <Link className="ep-link" to={pathTo('settingPc', {}, { section: linked[name] })}>
        {t(`lead.${name}`)}
      </Link>
      <p className="sessions-quiet">{t(`lead.${name}Text`)}</p>
    </li>
  )
  return (
    <Modal
      open
      title={t('lead.title')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('lead.done')}
        </Button>
      }
    >
      <p>{t('lead.text', { time: minuteDate(signIn.at, i18n.language), place: placeText(signIn.place) })}</p>
      <ol className="sessions-lead">
        {step('password')}
        <li>
          <Button size="small" disabled={isEnded} onClick={() => void end()}>
            {t(isEnded ? 'endedAll' : 'lead.sessions')}
          </Button>
          <p className="sessions-quiet">{t('lead.sessionsText')}</p>
        </li>
        {step('protection')}
        {step('rules')}
        {step('forwarding')}
      </ol>
    </Modal>
  )
}
