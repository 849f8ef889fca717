/** Asks for the name under which a search is kept. */
import Input from 'antd/es/input'
import { useTranslation } from 'react-i18next'
import { checkSearchName } from '#contract/rules'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { AntdScope } from '#src/components/antd/AntdScope'
import type { Failure } from '#src/lib/http/outcome'

type Props = {
  title: string
  name: string
  onClose: () => void
  /** Answers the code of a refusal, or null when it is done. */
  onName: (name: string) => Promise<Failure['code'] | null>
}

type Values = { readonly name: string }

export function NameDialog({ title, name, onClose, onName }: Props) {
  const { t } = useTranslation('search')

  async function handleSubmit({ name: typed }: Values): Promise<FormFault | null> {
    const wanted = typed.trim()
    const code = checkSearchName(wanted) ?? (await onName(wanted))
    return code === null ? null : { code, field: 'name' }
  }

  return (
    <AntdScope>
      <AntdFormDialog<Values>
        title={title}
        submit={t('save')}
        initialValues={{ name }}
        onSubmit={handleSubmit}
        onClose={onClose}
      >
        <FormRow isNarrow name="name" label={t('name')}>
          <Input autoComplete="off" maxLength={200} />
        </FormRow>
      </AntdFormDialog>
    </AntdScope>
  )
}
