import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { decideAboutSenders } from '../../store/mail/senderDecisions'
import type { OverlayData } from '../../store/shell/overlays'
import { useAppDispatch } from '../../store/typed'

type Props = OverlayData['blockDomain'] & { onClose: () => void }

/** Asks before everybody of a domain is blocked: a large one has many people. */
export function BlockDomainDialog({ ids, domains, onClose }: Props) {
  const { t } = useTranslation(['rules', 'common'])
  const dispatch = useAppDispatch()
  return (
    <Dialog
      title={t('rules:blockDomainTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            tone="danger"
            onClick={() => {
              onClose()
              void dispatch(decideAboutSenders(ids, 'blockDomain'))
            }}
          >
            {t('rules:blockDomain')}
          </Button>
        </>
      }
    >
      <p>{t('rules:blockDomainQuestion', { domains: domains.join(', ') })}</p>
    </Dialog>
  )
}
