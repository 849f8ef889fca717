/** The header's checkbox with its menu: which rows of the page are selected. */
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { Checkbox } from '#src/components/button/Checkbox'
import { Menu } from '#src/components/menu/Menu'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { selectSelectedIds } from '../mailboxSelectors'
import { selectionChanged } from '../mailboxSlice'

const choices = {
  all: () => true,
  none: () => false,
  read: (mail: MailSummary) => mail.seen,
  unread: (mail: MailSummary) => !mail.seen,
  flagged: (mail: MailSummary) => mail.flagged,
  unflagged: (mail: MailSummary) => !mail.flagged,
  attachment: (mail: MailSummary) => mail.hasAttachment,
} as const

export function SelectMenu({ rows }: { rows: readonly MailSummary[] }) {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const count = useAppSelector(selectSelectedIds).length
  const isAll = rows.length > 0 && count === rows.length

  function choose(fits: (mail: MailSummary) => boolean) {
    dispatch(selectionChanged(rows.filter(fits).map((mail) => mail.id)))
  }

  return (
    <span className="mailbox-select">
      <Checkbox
        label={t('mail:selectAll')}
        checked={isAll}
        mixed={count > 0 && !isAll}
        disabled={rows.length === 0}
        onChange={() => choose(isAll ? choices.none : choices.all)}
      />
      <Menu
        label={t('mail:selectMenu')}
        className="mailbox-caret"
        items={Object.entries(choices).map(([key, fits]) => ({
          key,
          label: t(`mail:select.${key}`),
          onChoose: () => choose(fits),
        }))}
      >
        <DownOutlined aria-hidden />
      </Menu>
    </span>
  )
}
