/** Cards that can go with messages, and which of them does so by itself. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BusinessCard, cardLimits } from '#contract/contacts/businessCard'
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/contacts/cards'
import { Answered } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import type { Outcome } from '#src/lib/http/outcome'
import { say, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { CardForm } from './CardForm'
import { LeftOut } from './CardPreview'
import './cards.css'

type All = Reply<typeof calls.cards>

function change(
  entry: typeof calls.removeCard | typeof calls.restoreCard,
  id: string,
): AppThunk<Promise<Outcome<All>>> {
  return async (_dispatch, _getState, { call }) => call(entry, { id })
}

export function CardsSection() {
  const answer = useReply(calls.cards, {})
  return <Answered answer={answer}>{(all) => <Cards all={all} onChanged={answer.replace} />}</Answered>
}

function Cards({ all: { cards }, onChanged }: { all: All; onChanged: (all: All) => void }) {
  const { t } = useTranslation('cards')
  const dispatch = useAppDispatch()
  /** The one in the form; empty for another one. */
  const [edited, setEdited] = useState<string | null>(null)
  const [removed, setRemoved] = useState<BusinessCard | null>(null)

  async function handleRemove(card: BusinessCard) {
    const outcome = await dispatch(change(calls.removeCard, card.id))
    if (!outcome.ok) return dispatch(say(outcome))
    onChanged(outcome.value)
    setRemoved(card)
  }

  async function handleUndo({ id }: BusinessCard) {
    const outcome = await dispatch(change(calls.restoreCard, id))
    // Another try may bring it back.
    if (outcome.ok || outcome.code === 'notFound') setRemoved(null)
    if (outcome.ok) onChanged(outcome.value)
    else dispatch(say(outcome))
  }

  function handleSaved(saved: All) {
    setEdited(null)
    onChanged(saved)
    dispatch(noticeShown({ tone: 'success', message: 'cards:saved' }))
  }

  if (edited !== null)
    return (
      <CardForm
        card={cards.find(({ id }) => id === edited) ?? null}
        onSaved={handleSaved}
        onClose={() => setEdited(null)}
      />
    )
  return (
    <>
      <div className="cards-head">
        <p>{t('count', { count: cards.length, most: cardLimits.cards })}</p>
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          disabled={cards.length >= cardLimits.cards}
          onClick={() => setEdited('')}
        >
          {t('add')}
        </Button>
      </div>
      {removed !== null && <Removed name={removed.name} onUndo={() => void handleUndo(removed)} />}
      {cards.length === 0 ? (
        <EmptyState title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <CardList cards={cards} onEdit={setEdited} onRemove={(one) => void handleRemove(one)} />
      )}
    </>
  )
}

/** Takes the focus, since the button that was pressed is gone. */
function Removed({ name, onUndo }: { name: string; onUndo: () => void }) {
  const { t } = useTranslation(['cards', 'common'])
  return (
    <p className="cards-removed">
      <span role="status">{t('removed', { name })}</span>
      <Button type="link" autoFocus onClick={onUndo}>
        {t('common:undo')}
      </Button>
    </p>
  )
}

type ListProps = Omit<RowProps, 'card'> & { cards: readonly BusinessCard[] }

function CardList({ cards, ...deeds }: ListProps) {
  const { t } = useTranslation('cards')
  return (
    <ul className="cards-list" aria-label={t('list')}>
      {cards.map((card) => (
        <CardRow key={card.id} card={card} {...deeds} />
      ))}
    </ul>
  )
}

type RowProps = { card: BusinessCard; onEdit: (id: string) => void; onRemove: (card: BusinessCard) => void }

function CardRow({ card, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('cards')
  const { id, name, fields, layout, isDefault, leftOut } = card
  return (
    <li className="cards-row">
      <div className="cards-words">
        <p className="cards-name">
          <bdi>{name}</bdi> {isDefault && <span className="cards-default">{t('isDefault')}</span>}
        </p>
        <bdi className="cards-fields">
          {[t(`layouts.${layout}`), ...fields.slice(0, 3).map(({ value }) => value)].join(' · ')}
        </bdi>
        <LeftOut kinds={leftOut} />
      </div>
      <Button
        type="text"
        icon={<EditOutlined aria-hidden />}
        aria-label={t('edit', { name })}
        onClick={() => onEdit(id)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('remove', { name })}
        onClick={() => onRemove(card)}
      />
    </li>
  )
}
