import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** Leads back to the list. */
export function ToolbarBack({ to }: { to: string }) {
  const { t } = useTranslation('reading')
  return (
    <Link className="reading-action reading-back" to={to}>
      <ArrowLeftOutlined aria-hidden="true" />
      <span>{t('back')}</span>
    </Link>
  )
}
