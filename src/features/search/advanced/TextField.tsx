type Props = {
  label: string
  value: string
  type?: 'text' | 'date'
  hint?: string
  onChange: (value: string) => void
}

export function TextField({ label, value, type = 'text', hint, onChange }: Props) {
  return (
    <label className="search-field">
      {label}
      <input
        type={type}
        className="ep-input"
        maxLength={200}
        placeholder={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
