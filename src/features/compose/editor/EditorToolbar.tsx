/** What can be done to formatted text: one row, and behind one button what finds no place in it. */
import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined'
import StrikethroughOutlined from '@ant-design/icons/es/icons/StrikethroughOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { ForwardIcon, ReplyIcon } from '#src/components/icons/mailIcons'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { PictureTool } from './pictures/PictureTool'
import { Tool } from './Tool'
import { ToolBar } from './ToolBar'
import { moveToCell, watchTableKeys } from './tables/tableKeys'
import { type Choice, choices, commands, isIn } from './textCommands'

const LinkDialog = lazyDialog(async () => (await import('./LinkDialog')).LinkDialog)
const TableDialog = lazyDialog(async () => (await import('./InsertDialogs')).TableDialog)
const EmojiDialog = lazyDialog(async () => (await import('./InsertDialogs')).EmojiDialog)

const icons: Readonly<Record<string, ReactNode>> = {
  bold: <BoldOutlined />,
  italic: <ItalicOutlined />,
  underline: <UnderlineOutlined />,
  strike: <StrikethroughOutlined />,
  bulleted: <UnorderedListOutlined />,
  numbered: <OrderedListOutlined />,
  indent: <MenuUnfoldOutlined />,
  outdent: <MenuFoldOutlined />,
  quote: <span aria-hidden="true">❞</span>,
  clear: <ClearOutlined />,
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  undo: <ReplyIcon />,
  redo: <ForwardIcon />,
  link: <LinkOutlined />,
  table: <TableOutlined />,
  emoji: <SmileOutlined />,
  more: <EllipsisOutlined />,
}

/** In this order, those used most first: what comes last is behind the button first. */
const first = ['bold', 'italic', 'underline', 'bulleted', 'numbered', 'link', 'picture', 'quote'] as const
const later = [
  'strike',
  'table',
  'emoji',
  'indent',
  'outdent',
  'left',
  'center',
  'right',
  'clear',
  'undo',
  'redo',
] as const
type Asking = 'link' | 'table' | 'emoji'

type Props = {
  editor: Squire | null
  /** Undefined where the text has none. */
  onPictures: ((files: readonly File[]) => void) | undefined
}

export function EditorToolbar({ editor, onPictures }: Props) {
  const { t } = useTranslation('compose')
  const redraw = useRedraw(editor)
  const [asking, setAsking] = useState<Asking | null>(null)

  function run(action: (squire: Squire) => void) {
    if (editor === null) return
    action(editor)
    editor.focus()
    redraw()
  }

  function answer(action: (squire: Squire) => void) {
    // The dialog gives the focus back to its button as it closes; the text is to have it.
    flushSync(() => setAsking(null))
    run((squire) => action(squire.focus()))
  }

  function tool(id: (typeof first | typeof later)[number]) {
    if (id === 'picture') return onPictures && <PictureTool key={id} editor={editor} onPictures={onPictures} />
    const command = commands.find((one) => one.id === id)
    const tag = id === 'link' ? 'A' : (command?.tag ?? null)
    const isAsking = id === 'link' || id === 'table' || id === 'emoji'
    return (
      <Tool
        key={id}
        label={t(`tool.${id}`)}
        isPressed={tag === null ? undefined : editor !== null && isIn(editor, tag)}
        onPress={() => (isAsking ? setAsking(id) : command !== undefined && run(command.run))}
      >
        {icons[id]}
      </Tool>
    )
  }

  const close = () => setAsking(null)
  return (
    <ToolBar label={t('tool.bar')} more={t('tool.more')} icon={icons.more}>
      {first.map(tool)}
      {choices.map((choice) => (
        <ChoiceTool key={choice.id} choice={choice} onChoose={(value) => run((squire) => choice.run(squire, value))} />
      ))}
      {later.map(tool)}
      {asking === 'link' && (
        <LinkDialog
          onClose={close}
          onLink={(address) =>
            answer((squire) => squire.makeLink(address, { target: '_blank', rel: 'noopener noreferrer' }))
          }
        />
      )}
      {asking === 'table' && (
        <TableDialog onClose={close} onInsert={(html) => answer((squire) => insertTable(squire, html))} />
      )}
      {asking === 'emoji' && (
        <EmojiDialog onClose={close} onInsert={(emoji) => answer((squire) => squire.insertPlainText(emoji, false))} />
      )}
    </ToolBar>
  )
}

/** The caret comes into its first cell. */
function insertTable(editor: Squire, html: string): void {
  const before = new Set(editor.getRoot().querySelectorAll('table'))
  editor.insertHTML(html)
  const table = [...editor.getRoot().querySelectorAll('table')].find((one) => !before.has(one))
  moveToCell(editor, table?.querySelector('td'))
}

/** Draws the tools anew as the caret moves: which are on is known to the editor alone. */
function useRedraw(editor: Squire | null): () => void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (editor === null) return
    const events = ['pathChange', 'select', 'cursor', 'input']
    for (const event of events) editor.addEventListener(event, redraw)
    watchTableKeys(editor)
    return () => {
      for (const event of events) editor.removeEventListener(event, redraw)
    }
  }, [editor])
  return redraw
}

function ChoiceTool({ choice, onChoose }: { choice: Choice; onChoose: (value: string) => void }) {
  const { t } = useTranslation('compose')
  const name = t(`tool.${choice.id}`)
  return (
    <select
      className="compose-tool-select"
      aria-label={name}
      title={name}
      value=""
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="" hidden>
        {name}
      </option>
      {choice.options.map(({ id, value }) => (
        <option key={id} value={value}>
          {choice.texts === null ? id : t(`${choice.texts}.${id}`)}
        </option>
      ))}
    </select>
  )
}
