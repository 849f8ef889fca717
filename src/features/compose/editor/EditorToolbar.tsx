/** What can be done to formatted text. */
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
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { PictureTool } from './pictures/PictureTool'
import { Tool } from './Tool'
import { ToolBar } from './ToolBar'
import { alignments, colours, commands, isIn, sizes } from './textCommands'

const LinkDialog = lazyDialog(async () => (await import('./LinkDialog')).LinkDialog)

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

type Props = {
  editor: Squire | null
  onPictures: (files: readonly File[]) => void
}

export function EditorToolbar({ editor, onPictures }: Props) {
  const { t } = useTranslation('compose')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLinking, setLinking] = useState(false)

  useEffect(() => {
    if (editor === null) return
    const events = ['pathChange', 'select', 'cursor', 'input']
    for (const event of events) editor.addEventListener(event, redraw)
    return () => {
      for (const event of events) editor.removeEventListener(event, redraw)
    }
  }, [editor])

  function run(action: (squire: Squire) => void) {
    if (editor === null) return
    action(editor)
    editor.focus()
    redraw()
  }

  const tool = (id: string, isPressed: boolean | undefined, onPress: () => void, icon: ReactNode) => (
    <Tool key={id} label={t(`tool.${id}`)} isPressed={isPressed} onPress={onPress}>
      {icon}
    </Tool>
  )

  return (
    <ToolBar label={t('tool.bar')}>
      {commands.map((command) =>
        tool(
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
        tool(side, undefined, () => run((squire) => squire.setTextAlignment(side)), icons[side]),
      )}
      {tool('link', editor !== null && isIn(editor, 'A'), () => setLinking(true), <LinkOutlined />)}
      <PictureTool editor={editor} onPictures={onPictures} />
      {isLinking && editor !== null && (
        <LinkDialog
          onClose={() => setLinking(false)}
          onLink={(address) => {
            // The dialog gives the focus back to its button as it closes; the text is to have it.
            flushSync(() => setLinking(false))
            run((squire) => squire.focus().makeLink(address, { target: '_blank', rel: 'noopener noreferrer' }))
          }}
        />
      )}
    </ToolBar>
  )
}
