/** The box in which a recipient is typed, with the people whom it may mean below it (WAI-ARIA combobox with a list). */
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { PeopleList } from './PeopleList'
import { type Suggestion, useSuggestions } from './useSuggestions'

type Props = {
  id: string
  /** Its name within the form, by which a failed check finds it. */
  field: string
  input: RefObject<HTMLInputElement | null>
  text: string
  /** Addresses that are named already. */
  except: readonly string[]
  isFaulty: boolean
  /** The ids of what is said about it. */
  describedBy: string
  onText: (text: string, isComposing: boolean) => void
  onPick: (suggestion: Suggestion) => void
  /** What the list of people does not take. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  onBlur: () => void
}

export function RecipientInput(props: Props) {
  const { id, field, input, text, except, isFaulty, describedBy, onText, onPick, onKeyDown, onPaste, onBlur } = props
  const [isComposing, setComposing] = useState(false)
  const [hidden, setHidden] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ readonly text: string; readonly index: number } | null>(null)
  const suggested = useSuggestions(isComposing ? '' : text, except)
  const suggestions = hidden === text ? [] : suggested
  const isOpen = suggestions.length > 0
  // Who types an address means that address; who types a name means one of these.
  const initial = text.includes('@') ? -1 : 0
  const index = Math.min(chosen?.text === text ? chosen.index : initial, suggestions.length - 1)
  const active = suggestions[index]

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isOfInputMethod(event.nativeEvent)) return
    if (isOpen && handleListKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else onKeyDown(event)
  }

  function handleListKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const step = (to: number) => setChosen({ text, index: (to + suggestions.length) % suggestions.length })
    if (key === 'ArrowDown') step(index + 1)
    else if (key === 'ArrowUp') step(index <= 0 ? suggestions.length - 1 : index - 1)
    else if (key === 'Escape') setHidden(text)
    else if ((key === 'Enter' || key === 'Tab') && active !== undefined && !(shiftKey || ctrlKey || metaKey))
      onPick(active)
    else return false
    return true
  }

  return (
    <span className="compose-recipient-box">
      <input
        ref={input}
        id={id}
        data-field={field}
        className="compose-recipient-input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={active === undefined ? undefined : `${id}-people-${index}`}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isFaulty || undefined}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) =>
          onText(event.target.value, event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)
        }
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={(event) => {
          setComposing(false)
          onText(event.currentTarget.value, false)
        }}
        onKeyDown={handleKey}
        onPaste={onPaste}
        onBlur={onBlur}
      />
      {isOpen && <PeopleList id={`${id}-people`} suggestions={suggestions} index={index} onPick={onPick} />}
    </span>
  )
}
