/** A line of recipients: chips, and a box in which the next is typed or a list is pasted. */
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import {
  holdsSeparator,
  parseRecipients,
  type Recipient,
  recipientOf,
  recipientText,
  withRecipients,
} from '../recipients'
import { RecipientChip } from './RecipientChip'

type Props = {
  /** Its name within the form, by which a failed check finds it. */
  field: string
  label: string
  list: readonly Recipient[]
  onChange: (list: readonly Recipient[]) => void
  /** What is wrong with the field as a whole. */
  fault: string | null
  /** Stands at the line's end. */
  extra?: ReactNode
}

export function RecipientField({ field, label, list, onChange, fault, extra }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const id = useId()

  function commit(entered: string) {
    setText('')
    const added = parseRecipients(entered)
    if (added.length > 0) onChange(withRecipients(list, added))
  }

  function handleText(value: string, isComposing: boolean) {
    // Nothing is taken while an input method is still composing a word.
    if (!isComposing && holdsSeparator(value)) commit(value)
    else setText(value)
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!holdsSeparator(pasted)) return
    event.preventDefault()
    commit(`${text}${pasted}`)
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      commit(text)
    } else if (event.key === ' ' && recipientOf(text).fault === null) {
      event.preventDefault()
      commit(text)
    } else if (event.key === 'Backspace' && text === '' && list.length > 0) {
      event.preventDefault()
      edit(list.length - 1)
    } else if (event.key === 'ArrowLeft' && isAtStart && list.length > 0) focusChip(list.length - 1)
  }

  function edit(index: number) {
    const recipient = list[index]
    if (recipient === undefined) return
    const kept = list.filter((_one, at) => at !== index)
    onChange(withRecipients(kept, parseRecipients(text)))
    setText(recipientText(recipient))
    input.current?.focus()
  }

  function remove(index: number) {
    onChange(list.filter((_one, at) => at !== index))
    input.current?.focus()
  }

  function focusChip(index: number) {
    const chips = group.current?.querySelectorAll<HTMLElement>('[data-chip]')
    const target = chips?.[index] ?? input.current
    target?.focus()
  }

  return (
    <div className="compose-line" ref={group}>
      <label className="compose-label" htmlFor={id}>
        {label}
      </label>
      <div className="compose-recipients">
        {list.map((recipient, index) => (
          <RecipientChip
            key={`${recipient.address}${recipient.name}`}
            recipient={recipient}
            onEdit={() => edit(index)}
            onRemove={() => remove(index)}
            onStep={(step) => focusChip(Math.max(0, index + step))}
          />
        ))}
        <input
          ref={input}
          id={id}
          data-field={field}
          className="compose-recipient-input"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          value={text}
          onChange={(event) =>
            handleText(event.target.value, event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)
          }
          onCompositionEnd={(event) => handleText(event.currentTarget.value, false)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onBlur={() => commit(text)}
        />
      </div>
      {extra}
      {fault !== null && (
        <p className="compose-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
