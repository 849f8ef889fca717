/** Above the sheet, on the screen alone; fetched apart: the printer does not wait for it. */
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { AntdScope } from '#src/components/antd/AntdScope'
import { pathTo } from '#src/store/routes/pathTo'

export function PrintBar() {
  const { t } = useTranslation('print')
  return (
    <AntdScope>
      <p>{t('printing')}</p>
      <Button type="primary" onClick={() => window.print()}>
        {t('print')}
      </Button>
    </AntdScope>
  )
}

/** In place of a sheet whose message is no more. */
export function PrintGone() {
  const { t } = useTranslation(['print', 'reading'])
  return (
    <AntdPage title={t('reading:gone')} nav={<Link to={pathTo('receive')}>{t('print:toInbox')}</Link>}>
      <p>{t('reading:goneHint')}</p>
    </AntdPage>
  )
}
