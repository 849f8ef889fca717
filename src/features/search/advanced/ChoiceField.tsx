type Props = {
  label: string
  value: string
  /** Values with what stands for them. */
  choices: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

export function ChoiceField({ label, value, choices, onChange }: Props) {
  return (
    <label className="search-field">
      {label}
      <select className="ep-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([known, text]) => (
          <option key={known} value={known}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
