/** Above the sheet, on the screen alone; fetched apart: the printer does not wait for it. */
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { AntdScope } from '#src/components/antd/AntdScope'

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
