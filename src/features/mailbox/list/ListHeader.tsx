/** The head of the list: what it shows and in which order, or the tools for the chosen rows. */
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SortAscendingOutlined from '@ant-design/icons/es/icons/SortAscendingOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filters, sorts } from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import type { MailSummary } from '#contract/shapes'
import { IconButton } from '#src/components/button/IconButton'
import { Menu } from '#src/components/menu/Menu'
import { changeSetting } from '#src/store/settings/settingsThunks'
import { useAppDispatch } from '#src/store/typed'
import { isRecoverable } from '../folderAbilities'
import type { ListPart, ListQuery } from '../listData/listQuery'
import { changePageSize } from '../listData/listThunks'
import { SelectMenu } from '../selection/SelectMenu'
import { useGrouping } from './useGrouping'

type Props = {
  title: string
  /** Of what the filter lets through; null until known. */
  total: number | null
  unread: number | null
  rows: readonly MailSummary[]
  query: ListQuery
  isPhone: boolean
  /** In the place of everything else while rows are chosen; null while none are. */
  tools: ReactNode
  /** What concerns the list as a whole. */
  menu: ReactNode
  /** Begins or ends to choose rows. */
  onEdit: () => void
  onChange: (change: Partial<ListPart>) => void
  onRefresh: () => void
}

export function ListHeader({ title, total, unread, rows, query, isPhone, tools, menu, ...on }: Props) {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const isFound = query.find !== undefined
  const isChoosing = tools !== null
  const isFiltered = !isFound && query.filter !== 'all'
  const { hindrance } = useGrouping(query.folder)
  const counts =
    total === null || (isPhone && isRecoverable(query.folder))
      ? ''
      : isPhone && !isFound && unread !== null
        ? t('mail:unreadCount', { unread })
        : t(unread === null ? 'mail:totalCount' : 'mail:counts', { total, unread: unread ?? 0 })

  function ticked(isChosen: boolean) {
    return <CheckOutlined aria-hidden style={{ visibility: isChosen ? 'visible' : 'hidden' }} />
  }

  function handleGrouping() {
    void dispatch(changeSetting('grouping', query.conversations ? 'mails' : 'conversations'))
    on.onChange({})
  }

  function handlePageSize(pageSize: number) {
    void dispatch(changePageSize(pageSize))
    on.onChange({})
  }

  return (
    <header className="mailbox-head">
      {(!isPhone || isChoosing) && <SelectMenu rows={rows} />}
      <h1 className={isChoosing ? 'visually-hidden' : 'mailbox-title'} title={title}>
        <bdi>{title}</bdi>
      </h1>
      {!isChoosing && <span className="mailbox-counts ep-number">{counts}</span>}
      {!isChoosing && isFiltered && (
        <button
          type="button"
          className="mailbox-filter"
          aria-label={t('mail:filterOff', { filter: t(`mail:filter.${query.filter}`) })}
          onClick={() => on.onChange({ filter: 'all' })}
        >
          {t(`mail:filter.${query.filter}`)} <span aria-hidden="true">×</span>
        </button>
      )}
      {tools}
      <span className="mailbox-head-tools">
        {!isFound && !isChoosing && (
          <Menu
            label={t('mail:filterMenu', { filter: t(`mail:filter.${query.filter}`) })}
            align="end"
            className={`ep-icon-button ${query.filter === 'all' ? '' : 'mailbox-tool-on'}`}
            items={filters.map((filter) => ({
              key: filter,
              label: t(`mail:filter.${filter}`),
              icon: ticked(filter === query.filter),
              onChoose: () => on.onChange({ filter }),
            }))}
          >
            <FilterOutlined aria-hidden />
          </Menu>
        )}
        {!isFound && !isChoosing && (
          <Menu
            label={t('mail:sortMenu', { sort: t(`mail:sort.${query.sort}`) })}
            align="end"
            items={[
              ...sorts.map((sort) => ({
                key: sort,
                label: t(`mail:sort.${sort}`),
                icon: ticked(sort === query.sort),
                onChoose: () => on.onChange({ sort, isReversed: false }),
              })),
              ...([false, true] as const).map((isReversed) => ({
                key: `${isReversed}`,
                isFirstOfKind: !isReversed,
                label: t(`mail:order.${query.sort}.${isReversed ? 'reversed' : 'usual'}`),
                icon: ticked(isReversed === (query.isReversed ?? false)),
                onChoose: () => on.onChange({ isReversed }),
              })),
              {
                key: 'grouping',
                isFirstOfKind: true,
                label: t(query.conversations ? 'mail:grouping.mails' : 'mail:grouping.conversations'),
                icon: ticked(query.conversations),
                disabledReason: hindrance === null ? undefined : t(`mail:grouping.${hindrance}`),
                onChoose: handleGrouping,
              },
              ...limits.pageSizes.map((pageSize) => ({
                key: String(pageSize),
                isFirstOfKind: pageSize === limits.pageSizes[0],
                label: t('mail:perPage', { count: pageSize }),
                icon: ticked(pageSize === query.pageSize),
                onChoose: () => handlePageSize(pageSize),
              })),
            ]}
          >
            <SortAscendingOutlined aria-hidden />
          </Menu>
        )}
        {!isChoosing && (
          <IconButton
            className="mailbox-refresh"
            label={t('mail:refresh')}
            icon={<ReloadOutlined aria-hidden />}
            onClick={on.onRefresh}
          />
        )}
        {!isChoosing && menu}
        {isChoosing && !isPhone && (
          <IconButton label={t('mail:selectNone')} icon={<span aria-hidden="true">×</span>} onClick={on.onEdit} />
        )}
        {isPhone && (
          <button type="button" className="mailbox-edit" onClick={on.onEdit} aria-pressed={isChoosing}>
            {t(isChoosing ? 'mail:editDone' : 'mail:edit')}
          </button>
        )}
      </span>
    </header>
  )
}
