/** What the mail is about, in one line. */
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits'
import { oneLine } from './content'

type Props = {
  /** The composer's, so that several forms on one page keep their labels apart. */
  id: string
  subject: string
  fault: string | null
  onChange: (subject: string) => void
}

export function SubjectLine({ id, subject, fault, onChange }: Props) {
  const { t } = useTranslation('compose')
  return (
    <div className="compose-line">
      <label className="compose-label" htmlFor={`${id}-subject`}>
        {t('subject')}
      </label>
      <input
        id={`${id}-subject`}
        className="compose-subject"
        dir="auto"
        data-field="subject"
        maxLength={limits.subjectCharacters}
        value={subject}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-subject-fault`}
        onChange={(event) => onChange(oneLine(event.target.value))}
      />
      {fault !== null && (
        <p className="compose-fault" id={`${id}-subject-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
