import Select from 'antd/es/select'
import { useTranslation } from 'react-i18next'
import { textsIn } from '#contract/settings'

type Props = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** Some addresses, typed or pasted one after another. */
export function AddressList({ value = '[]', onChange, ...field }: Props) {
  const { t } = useTranslation('settings')
  return (
    <Select<string[]>
      {...field}
      className="settings-control settings-addresses"
      mode="tags"
      maxCount={20}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', ' ', '，', '；']}
      placeholder={t('addresses')}
      value={[...textsIn(value)]}
      onChange={(chosen) => onChange?.(JSON.stringify(chosen))}
    />
  )
}
