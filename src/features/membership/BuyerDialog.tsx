import Input from 'antd/es/input'
import { useTranslation } from 'react-i18next'
import { type FormFault, FormRow } from '../../components/antd/AntdForm'
import { AntdFormDialog } from '../../components/antd/AntdFormDialog'
import { buyerTitleLength, checkBuyer, type Order } from '../../contract/endpoints/account/orders'
import { useAppDispatch } from '../../store/typed'
import { saveBuyer } from './orderThunks'

type Props = { order: Order; onSaved: (order: Order) => void; onClose: () => void }

const messages = { title: 'membership:buyer.badTitle', taxNumber: 'membership:buyer.badTaxNumber' } as const

/** Whom the receipt is made out to. */
export function BuyerDialog({ order, onSaved, onClose }: Props) {
  const { t } = useTranslation('membership')
  const dispatch = useAppDispatch()

  async function handleSubmit(typed: Order['buyer']): Promise<FormFault | null> {
    const buyer = { title: typed.title.trim(), taxNumber: typed.taxNumber.trim().toUpperCase() }
    const field = checkBuyer(buyer)
    if (field !== null) return { field, message: messages[field] }
    const outcome = await dispatch(saveBuyer(order.number, buyer))
    if (!outcome.ok) return outcome
    onSaved(outcome.value.order)
    return null
  }

  return (
    <AntdFormDialog<Order['buyer']>
      title={t('buyer.open')}
      submit={t('buyer.save')}
      initialValues={order.buyer}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow name="title" label={t('buyer.title')} help={t('buyer.titleHelp')} isNarrow>
        <Input autoComplete="organization" maxLength={buyerTitleLength} />
      </FormRow>
      <FormRow name="taxNumber" label={t('buyer.taxNumber')} isNarrow>
        <Input autoComplete="off" maxLength={20} />
      </FormRow>
    </AntdFormDialog>
  )
}
