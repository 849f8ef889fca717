import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Address } from '#contract/shapes'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Menu } from '#src/components/menu/Menu'
import { plainName } from '#src/components/text/AddressText'
import { loadChunk } from '#src/store/loadChunk'
import { pathToWrite } from '#src/store/routes/pathTo'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch } from '#src/store/typed'
import { copyAddress, draftTo } from '../mail/people'
import { usePersonCard } from './usePersonCard'

const ContactDialog = lazyDialog(async () => (await import('../mail/ContactDialog')).ContactDialog)

const PersonCard = lazyPiece(async () => (await import('./PersonCard')).PersonCard, 'nothing')

/** A person in a mail's header: who they really are, and what can be done with their address. */
export function PersonMenu({ person, children }: { person: Address; children: ReactNode }) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write } = useWrite()
  const card = usePersonCard()
  const [isSaving, setSaving] = useState(false)
  const name = plainName(person.name).trim()
  const address = plainName(person.address)
  if (address === '') return children

  async function writeTo() {
    const id = await dispatch(draftTo(address))
    if (id !== null) write(pathToWrite('draft', { mode: 'draft', id }))
  }

  async function search(where: 'pathToMailFrom' | 'pathToMailWith') {
    const part = await dispatch(loadChunk(() => import('../../search')))
    if (part !== null) void navigate(part[where](address))
  }

  return (
    <span ref={card.place} className="reading-person-place" {...card.handlers}>
      <Menu
        label={t('person', { person: name === '' ? address : `${name} <${address}>` })}
        className="reading-person"
        head={
          <>
            {name !== '' && <bdi className="reading-person-name">{name}</bdi>}
            <bdi className="reading-person-address">{address}</bdi>
          </>
        }
        items={[
          { key: 'copy', label: t('copyAddress'), onChoose: () => void dispatch(copyAddress(address)) },
          { key: 'write', label: t('writeTo'), onChoose: () => void writeTo() },
          { key: 'save', label: t('saveContact'), onChoose: () => setSaving(true) },
          { key: 'search', label: t('searchFrom'), onChoose: () => void search('pathToMailFrom') },
        ]}
      >
        {children}
      </Menu>
      {card.isShown && (
        <PersonCard
          person={person}
          place={card.place}
          onWrite={() => void writeTo()}
          onSearch={() => void search('pathToMailWith')}
        />
      )}
      {isSaving && <ContactDialog person={{ name, address }} onClose={() => setSaving(false)} />}
    </span>
  )
}
