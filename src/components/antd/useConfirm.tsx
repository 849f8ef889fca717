import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Question = {
  readonly title: string
  readonly text?: string
  /** What the button says that does it. */
  readonly yes: string
  /** Something goes for good: the focus begins on the other button. */
  readonly isDanger?: boolean
}

/** Asks before something is done; `holder` stands anywhere in the page. */
export function useConfirm() {
  const { t } = useTranslation('common')
  const [modal, holder] = Modal.useModal()
  const confirm = async ({ title, text, yes, isDanger = false }: Question): Promise<boolean> =>
    modal.confirm({
      title,
      content: text,
      okText: yes,
      cancelText: t('cancel'),
      okButtonProps: { danger: isDanger },
      focusable: { autoFocusButton: isDanger ? 'cancel' : 'ok' },
      icon: null,
      // A press that misses the button is no answer where something goes for good.
      mask: { closable: !isDanger },
    })
  return { confirm, holder }
}

/** Asks before what was typed is dropped; `holder` stands anywhere in the page. */
export function useDiscard(onDiscard: () => void) {
  const { t } = useTranslation('common')
  const { confirm, holder } = useConfirm()
  const [isChanged, setChanged] = useState(false)
  async function discard() {
    if (!isChanged || (await confirm({ title: t('discardTitle'), yes: t('discard'), isDanger: true }))) onDiscard()
  }
  return { discard, setChanged, holder }
}
