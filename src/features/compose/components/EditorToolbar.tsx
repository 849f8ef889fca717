/** What can be done to the text: one stop for Tab, arrows move within it. */
import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { LinkDialog } from './LinkDialog'
import { alignments, colours, commands, isIn, sizes } from './textCommands'

const icons: Readonly<Record<string, ReactNode>> = {
  bold: <BoldOutlined />,
  italic: <ItalicOutlined />,
  underline: <UnderlineOutlined />,
  bulleted: <UnorderedListOutlined />,
  numbered: <OrderedListOutlined />,
  quote: <span aria-hidden="true">❞</span>,
  clear: <ClearOutlined />,
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
}

export function EditorToolbar({ editor }: { editor: Squire | null }) {
  const { t } = useTranslation('compose')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLinking, setLinking] = useState(false)
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (editor === null) return
    const events = ['pathChange', 'select', 'cursor', 'input']
    for (const event of events) editor.addEventListener(event, redraw)
    return () => {
      for (const event of events) editor.removeEventListener(event, redraw)
    }
  }, [editor])

  useEffect(() => setOnlyStop(bar.current, 0), [])

  function run(action: (squire: Squire) => void) {
    if (editor === null) return
    action(editor)
    editor.focus()
    redraw()
  }

  function handleKey(event: KeyboardEvent) {
    const stops = stopsOf(bar.current)
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % stops.length,
      ArrowLeft: (at - 1 + stops.length) % stops.length,
      Home: 0,
      End: stops.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    stops[next]?.focus()
  }

  function handleFocus(event: FocusEvent) {
    setOnlyStop(
      bar.current,
      stopsOf(bar.current).findIndex((stop) => stop.contains(event.target)),
    )
  }

  const button = (id: string, isPressed: boolean | undefined, onPress: () => void, icon: ReactNode) => (
    <button
      key={id}
      type="button"
      className="compose-tool"
      aria-label={t(`tool.${id}`)}
      title={t(`tool.${id}`)}
      aria-pressed={isPressed}
      // The selection in the text must outlive the press.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon}
    </button>
  )

  return (
    <div
      ref={bar}
      className="compose-toolbar"
      role="toolbar"
      aria-label={t('tool.bar')}
      onKeyDown={handleKey}
      onFocus={handleFocus}
    >
      {commands.map((command) =>
        button(
          command.id,
          command.tag === null ? undefined : editor !== null && isIn(editor, command.tag),
          () => run(command.run),
          icons[command.id],
        ),
      )}
      <select
        className="compose-tool-select"
        aria-label={t('tool.size')}
        value=""
        onChange={(event) => run((squire) => squire.setFontSize(event.target.value))}
      >
        <option value="" hidden>
          {t('tool.size')}
        </option>
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <select
        className="compose-tool-select"
        aria-label={t('tool.colour')}
        value=""
        onChange={(event) => run((squire) => squire.setTextColor(event.target.value))}
      >
        <option value="" hidden>
          {t('tool.colour')}
        </option>
        {colours.map(({ id, value }) => (
          <option key={id} value={value}>
            {t(`colour.${id}`)}
          </option>
        ))}
      </select>
      {alignments.map((side) =>
        button(side, undefined, () => run((squire) => squire.setTextAlignment(side)), icons[side]),
      )}
      {button('link', editor !== null && isIn(editor, 'A'), () => setLinking(true), <LinkOutlined />)}
      {isLinking && editor !== null && (
        <LinkDialog
          onClose={() => setLinking(false)}
          onLink={(address) => {
            setLinking(false)
            run((squire) => squire.focus().makeLink(address, { target: '_blank', rel: 'noopener noreferrer' }))
          }}
        />
      )}
    </div>
  )
}

function stopsOf(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>(':scope > button, :scope > select') ?? [])]
}

function setOnlyStop(bar: HTMLElement | null, index: number): void {
  if (index < 0) return
  stopsOf(bar).forEach((stop, at) => {
    stop.tabIndex = at === index ? 0 : -1
  })
}
