/** A picture in words, for whoever cannot see it. */
import { useId, useState } from 'react'
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
  const { t } = useTranslation('compose')
  const [words, setWords] = useState(description)
  const id = useId()

  function handleSubmit() {
    onDescribe(words.trim())
  }

  return (
    <FormDialog
      title={t('picture.title')}
      onClose={onClose}
      submit={{ label: t('picture.done'), act: handleSubmit }}
      more={<Button onClick={onRemove}>{t('picture.remove')}</Button>}
    >
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
    </FormDialog>
  )
}
