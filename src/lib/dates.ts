/** dayjs as antd's pickers need it; it stands before no first screen (decision 41). */
import dayjs, { type Dayjs } from 'dayjs'
// Registered alone: antd names the language in each of its calls.
import 'dayjs/locale/zh-cn'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)

export { type Dayjs, dayjs }
