/** A picture in words, for whoever cannot see it. */
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { FormDialog } from '../FormDialog'

type Props = {
  description: string
  onClose: () => void
  onDescribe: (words: string) => void
  onRemove: () => void
}

const mostCharacters = 500

export function PictureDialog({ description, onClose, onDescribe, onRemove }: Props) {
  const { t } = useTranslation(['compose', 'common'])
  const [words, setWords] = useState(description)
  const id = useId()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onDescribe(words.trim())
  }

  return (
    <FormDialog
      title={t('picture.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onRemove}>{t('picture.remove')}</Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button tone="primary" type="submit" form={id}>
            {t('picture.done')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate>
        <label>
          <span>{t('picture.description')}</span>
          <input
            className="ep-input"
            value={words}
            maxLength={mostCharacters}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <p className="compose-hint-text" id={`${id}-hint`}>
          {t('picture.hint')}
        </p>
      </form>
    </FormDialog>
  )
}
