/** A line of recipients: chips, and a box in which the next is typed or a list is pasted. */
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { addressKey } from '#contract/mail/domainSpelling'
import { RecipientChips } from './chips/RecipientChips'
import type { ChipDrag } from './chips/useChipDrag'
import { useChipRange } from './chips/useChipRange'
import { RecipientInput } from './RecipientInput'
import { RecipientReasons } from './RecipientReasons'
import type { RecipientLine, Spot } from './recipientLists'
import {
  holdsSeparator,
  knownRecipient,
  parseRecipients,
  type Recipient,
  readableRecipient,
  recipientOf,
  waitingIn,
} from './recipients'
import type { RecipientEdits } from './useRecipientEdits'
import type { Suggestion } from './useSuggestions'

type Props = {
  line: RecipientLine
  /** The lines that are shown, from the top. */
  lines: readonly RecipientLine[]
  label: string
  list: readonly Recipient[]
  edits: RecipientEdits
  drag: ChipDrag
  /** Why somebody cannot be written to; null where there is nothing against it. */
  reasonOf: (recipient: Recipient) => string | null
  /** What is wrong with the field as a whole. */
  fault: string | null
  /** Chips stand here now, and the first of them is to have the focus. */
  onMoved: (spot: Spot) => void
  /** Stands at the line's end; Shift+Tab finds it from within the line alone. */
  extra: (tabIndex: 0 | -1) => ReactNode
}

export function RecipientField({ line, lines, label, list, edits, drag, reasonOf, fault, onMoved, extra }: Props) {
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<{ readonly at: number; readonly former: Recipient } | null>(null)
  const [isWorkedIn, setWorkedIn] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const range = useChipRange(group, list.length)
  const id = useId()
  const hasReasons = list.some((recipient) => reasonOf(recipient) !== null)
  const spot = { line, at: edited?.at }
  const toBox = () => input.current?.focus()

  // A folded line grows with the focus, which may leave it out of view.
  useEffect(() => {
    if (isWorkedIn) group.current?.querySelector(':focus')?.scrollIntoView?.({ block: 'nearest' })
  }, [isWorkedIn])

  function commit(entered: string) {
    setText('')
    setEdited(null)
    const former = edited?.former
    const people = parseRecipients(entered).map((it) =>
      former !== undefined && addressKey(it.address) === addressKey(former.address)
        ? { ...it, fault: former.fault }
        : it,
    )
    if (people.length > 0) edits.add(people, spot)
  }

  function pick(suggestion: Suggestion) {
    // Whoever was typed before a comma stays, as an entry of its own.
    if (waitingIn(text) !== '') commit(waitingIn(text))
    setText('')
    setEdited(null)
    if (suggestion.kind === 'group') void edits.addGroup(suggestion.group, spot)
    else edits.add([knownRecipient(suggestion.person)], spot)
  }

  function edit(index: number) {
    const former = list[index]
    if (former === undefined) return
    // What stands in the box is taken first; it goes behind, so the place of the chip stays.
    commit(text)
    edits.remove({ line, indexes: [index] })
    range.forget()
    setEdited({ at: index, former })
    setText(readableRecipient(former))
    toBox()
  }

  function handleText(value: string, isComposing: boolean) {
    // Nothing is taken while an input method is still composing a word.
    if (!isComposing && holdsSeparator(value)) commit(value)
    else setText(value)
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    const people = parseRecipients(pasted)
    const isList = people.length > 1 || pasted.includes(',') || waitingIn(text) !== ''
    // A name with a comma and no address waits for it, as it does where it is typed.
    if (!holdsSeparator(pasted) && !(isList && people.some((it) => it.fault === null))) return
    event.preventDefault()
    // An address of its own is not that of a name which was typed before.
    commit(`${text}${waitingIn(text) === '' || /^\s*[<＜]/.test(pasted) ? '' : '\n'}${pasted}`)
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, currentTarget } = event
    const isCommand = ctrlKey || metaKey
    const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    if (key === 'Enter' && !isCommand) commit(text)
    else if (key === ' ' && recipientOf(text).fault === null) commit(text)
    else if (key === 'Backspace' && text === '' && list.length > 0) edit(list.length - 1)
    else if (key === 'ArrowLeft' && isAtStart && list.length > 0) range.focus(list.length - 1)
    else if (key.toLowerCase() === 'a' && isCommand && text === '' && list.length > 0) range.chooseAll()
    else if (key === 'Escape' && edited !== null) {
      event.stopPropagation()
      setText('')
      setEdited(null)
      edits.add([edited.former], spot)
    } else if (key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
  }

  return (
    <fieldset
      className="compose-line"
      ref={group}
      data-line={line}
      onFocus={(event) => {
        if (event.target.matches('input, [data-chip]')) setWorkedIn(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWorkedIn(false)
      }}
      onDragOver={(event) => drag.over(event, line, list.length)}
      onDragLeave={drag.leave}
      onDrop={(event) => drag.drop(event, line, list.length)}
    >
      <label className="compose-label" htmlFor={id}>
        {label}
      </label>
      {extra(isWorkedIn ? 0 : -1)}
      <div
        className={drag.markIn(line) === null ? 'compose-recipients' : 'compose-recipients compose-recipients-over'}
        data-folded={!isWorkedIn || undefined}
      >
        <RecipientChips
          chips={{ line, list, lines, edits, range, onEdit: edit, onBox: toBox, onMoved }}
          drag={drag}
          reasonOf={reasonOf}
          reasonsId={`${id}-reasons`}
          isWorkedIn={isWorkedIn}
          onMore={toBox}
        />
        <RecipientInput
          id={id}
          field={line}
          input={input}
          text={text}
          except={list.map(({ address }) => address)}
          describedBy={[fault === null ? '' : `${id}-fault`, hasReasons ? `${id}-reasons` : '']
            .filter(Boolean)
            .join(' ')}
          isFaulty={fault !== null || hasReasons}
          onText={handleText}
          onPick={pick}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onBlur={() => commit(text)}
        />
      </div>
      {fault !== null && (
        <p className="compose-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      <RecipientReasons id={`${id}-reasons`} list={list} reasonOf={reasonOf} />
    </fieldset>
  )
}
