import Form, { type FormProps } from 'antd/es/form'
import type { TFunction } from 'i18next'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../lib/http/outcome'
import { isOfInputMethod } from '../browser/keyTargets'

/** Why a form was not taken: found here, by a text key with its namespace, or refused by the gateway. */
export type FormFault =
  | { readonly message: string; readonly values?: Readonly<Record<string, number>>; readonly field?: string }
  | Pick<Failure, 'code' | 'field'>

const textOf = (t: TFunction, fault: FormFault) =>
  'message' in fault ? t(fault.message, { ...fault.values }) : t(`errors:${fault.code}`)

const Fault = createContext<FormFault | null>(null)

/** The Enter that ends a word of an input method sends no form, and is none to its fields. */
export function keepFromInputMethod(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !isOfInputMethod(event.nativeEvent)) return
  event.preventDefault()
  event.stopPropagation()
}

type AntdFormProps<Values> = Omit<FormProps<Values>, 'form'> & {
  fault: FormFault | null
  children: ReactNode
}

/** A form whose fault stands beside its field, with the focus, or at the end where it has none. */
export function AntdForm<Values extends object>({ fault, children, ...props }: AntdFormProps<Values>) {
  const { t } = useTranslation('errors')
  // Two forms of a page may have fields of one name.
  const name = useId()
  const [form] = Form.useForm<Values>()
  // A field that the form does not show has nowhere else to say it.
  const isOfRow = fault?.field !== undefined && fault.field in form.getFieldsValue()
  useEffect(() => {
    if (fault?.field !== undefined) form.focusField(fault.field)
  }, [form, fault])
  return (
    <Form<Values>
      form={form}
      noValidate
      name={name}
      layout="vertical"
      requiredMark={false}
      validateTrigger={[]}
      onKeyDownCapture={keepFromInputMethod}
      {...props}
    >
      <Fault value={fault}>{children}</Fault>
      {fault !== null && !isOfRow && (
        <p className="antd-fault" role="alert">
          {textOf(t, fault)}
        </p>
      )}
    </Form>
  )
}

type FormRowProps = {
  /** The field as the form, and a refusal of the gateway, call it. */
  name: string
  label: string
  /** One grey line at most. */
  help?: string
  /** What became of the last change, at the end of the row. */
  aside?: ReactNode
  /** In a group of rows side by side, the label stands above. */
  isNarrow?: boolean
  children: ReactElement<{ 'aria-invalid'?: boolean }>
}

/** A label, its control, and what is wrong with it. */
export function FormRow({ name, label, help, aside, isNarrow = false, children }: FormRowProps) {
  const { t } = useTranslation('errors')
  const fault = useContext(Fault)
  const isAtFault = fault?.field === name
  return (
    <div className={isNarrow ? 'antd-row antd-row-narrow' : 'antd-row'}>
      <Form.Item
        name={name}
        label={label}
        extra={help}
        {...(isAtFault && { validateStatus: 'error' as const, help: <span role="alert">{textOf(t, fault)}</span> })}
      >
        {isAtFault ? cloneElement(children, { 'aria-invalid': true }) : children}
      </Form.Item>
      {aside !== undefined && <div className="antd-row-aside">{aside}</div>}
    </div>
  )
}

/** For an antd dialog: once it is open, the focus goes to the first field of its body. */
export function useFirstField() {
  const body = useRef<HTMLDivElement>(null)
  const afterOpenChange = (isShown: boolean) => {
    // Who was faster than the motion stays in the field that is being typed in.
    if (!isShown || body.current?.contains(document.activeElement)) return
    body.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }
  return { body, afterOpenChange }
}
