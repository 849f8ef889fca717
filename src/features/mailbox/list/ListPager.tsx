/** Which page is shown, and the way to its neighbours. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/components/button/IconButton'

type Props = { page: number; pages: number; onGo: (page: number) => void }

export function ListPager({ page, pages, onGo }: Props) {
  const { t } = useTranslation(['mail'])
  if (pages <= 1) return null
  return (
    <nav className="mailbox-pager" aria-label={t('mail:pager')}>
      <IconButton
        label={t('mail:previousPage')}
        icon={<LeftOutlined aria-hidden />}
        disabledReason={page <= 1 ? t('mail:firstPage') : undefined}
        onClick={() => onGo(page - 1)}
      />
      <span className="ep-number">{t('mail:pageOf', { page, pages })}</span>
      <IconButton
        label={t('mail:nextPage')}
        icon={<RightOutlined aria-hidden />}
        disabledReason={page >= pages ? t('mail:lastPage') : undefined}
        onClick={() => onGo(page + 1)}
      />
    </nav>
  )
}
