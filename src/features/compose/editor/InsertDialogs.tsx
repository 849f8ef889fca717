/** What is put into the text with a few numbers or one press: a table, a picture character. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from './FormDialog'

type Props = { onClose: () => void; onInsert: (words: string) => void }

const most = { rows: 50, columns: 12 } as const

/** Its lines are written into it: other mail programs draw none by themselves. */
function tableHtml(rows: number, columns: number): string {
  const cell = '<td style="border: 1px solid #c4cad4; padding: 6px 10px; min-width: 48px"><div><br></div></td>'
  const row = `<tr>${cell.repeat(columns)}</tr>`
  return `<table style="border-collapse: collapse"><tbody>${row.repeat(rows)}</tbody></table><div><br></div>`
}

export function TableDialog({ onClose, onInsert }: Props) {
  const { t } = useTranslation('compose')
  const [size, setSize] = useState({ rows: 3, columns: 3 })

  function handleSubmit() {
    onInsert(tableHtml(size.rows, size.columns))
  }

  return (
    <FormDialog title={t('tool.table')} onClose={onClose} submit={{ label: t('link.insert'), act: handleSubmit }}>
      <div className="compose-table-size">
        {(['rows', 'columns'] as const).map((side) => (
          <label key={side}>
            <span>{t(`table.${side}`)}</span>
            <input
              className="ep-input"
              type="number"
              min={1}
              max={most[side]}
              value={size[side]}
              onChange={({ target }) => {
                const wanted = Math.round(Number(target.value))
                setSize({ ...size, [side]: Math.max(1, Math.min(wanted, most[side])) })
              }}
            />
          </label>
        ))}
      </div>
      <p className="compose-hint-text">{t('table.hint')}</p>
    </FormDialog>
  )
}

const emoji =
  '😀 😄 😁 😂 🙂 😉 😊 😍 😘 😎 🤔 😅 😢 😭 😡 😱 🥳 🤝 👍 👎 👏 🙏 💪 👌 ✌️ 👋 ❤️ 💔 🔥 ✨ 🎉 🎁 ⭐ ✅ ❌ ⚠️ ❓ ❗ 📎 📅 📌 ☕ 🌹 🍎 🚀 💡 📞 ✉️'.split(
    ' ',
  )

export function EmojiDialog({ onClose, onInsert }: Props) {
  const { t } = useTranslation('compose')
  return (
    <FormDialog title={t('tool.emoji')} onClose={onClose}>
      <div className="compose-emoji">
        {emoji.map((one) => (
          <button key={one} type="button" onClick={() => onInsert(one)}>
            {one}
          </button>
        ))}
      </div>
    </FormDialog>
  )
}
