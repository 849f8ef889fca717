import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPerson, textsIn } from '#contract/settings'

type Props = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** Some addresses, typed or pasted; what is none stands below, and costs none of the others. */
export function AddressList({ value = '[]', onChange, ...field }: Props) {
  const { t } = useTranslation('settings')
  const [refused, setRefused] = useState<readonly string[]>([])
  return (
    <>
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
        onFocus={() => setRefused([])}
        onChange={(chosen) => {
          setRefused((before) => [...before, ...chosen.filter((one) => !isPerson(one))])
          onChange?.(JSON.stringify(chosen.filter(isPerson)))
        }}
      />
      {refused.length > 0 && (
        <p className="antd-fault" role="alert">
          {t('addressesRefused', { list: refused.join(', ') })}
        </p>
      )}
    </>
  )
}
