/** A day of the calendar, in no zone, as `YYYY-MM-DD`; empty where there is none. */
import DatePicker from 'antd/es/date-picker'
import { useMemo } from 'react'
import { type Dayjs, dayjs } from '#src/lib/dates'

const dayFormat = 'YYYY-MM-DD'

export type DayFieldProps = { id?: string; value?: string; onChange?: (day: string) => void; maxDate?: Dayjs }

export function DayField({ value = '', onChange, ...rest }: DayFieldProps) {
  // antd takes a new object for a new value, and drops the date that is being typed.
  const day = useMemo(() => (value === '' ? null : dayjs(value, dayFormat)), [value])
  return (
    <DatePicker
      {...rest}
      value={day}
      format={dayFormat}
      onChange={(picked) => onChange?.(picked?.format(dayFormat) ?? '')}
    />
  )
}
