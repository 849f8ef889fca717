import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useId } from 'react'
import { IconButton } from '#src/components/button/IconButton'
import { plainName } from '#src/components/text/AddressText'

type Props = {
  name: string
  /** Size, or how much went over. */
  detail: string
  /** How much of it is there, from 0 to 1; `left`: nobody sends the rest. */
  state: 'done' | 'left' | number
  /** Why it stopped, and what the person may do. */
  fault?: { readonly words: string; readonly wayOn: string; readonly onGoOn: () => void } | null
  onRemove: () => void
  removeLabel: string
}

export function AttachmentCard({ name, detail, state, fault = null, onRemove, removeLabel }: Props) {
  const id = useId()
  const percent = typeof state === 'number' ? Math.floor(state * 100) : null
  return (
    <li className="compose-file">
      <div className="compose-file-head">
        <span className="compose-file-name" title={plainName(name)}>
          <bdi>{plainName(name)}</bdi>
        </span>
        <span className="compose-file-detail ep-number">
          {detail} {state === 'done' && <CheckOutlined aria-hidden="true" />}
          {percent !== null && `${percent}%`}
        </span>
        <IconButton className="compose-file-remove" label={removeLabel} icon={<CloseOutlined />} onClick={onRemove} />
      </div>
      {percent !== null && (
        <progress className="compose-file-progress" value={percent} max={100} aria-label={plainName(name)} />
      )}
      {fault !== null && (
        <p className="compose-file-failure" role="alert">
          <span id={id}>{fault.words}</span>{' '}
          <button type="button" className="ep-link" aria-describedby={id} onClick={fault.onGoOn}>
            {fault.wayOn}
          </button>
        </p>
      )}
    </li>
  )
}
