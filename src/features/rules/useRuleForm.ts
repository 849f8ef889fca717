/** A rule while it is written: its fields, what is wrong with it, and the keeping of it. */
import { useState } from 'react'
import { addRule } from '../../contract/endpoints/mail/senders'
import { type RuleDraft, ruleFault } from '../../contract/mail/ruleDraft'
import type { Failure } from '../../lib/http/outcome'
import { ruleAdded } from '../../store/mail/senderDecisions'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'
import type { Condition, ConditionDraft, RuleStart } from './ruleStart'

export type RuleFault = 'name' | 'conditions' | 'actions'
type Actions = Pick<RuleDraft, 'markSeen' | 'flag' | 'folder'>

const faults: readonly string[] = ['name', 'conditions', 'actions'] satisfies readonly RuleFault[]

export function useRuleForm(start: RuleStart, onKept: () => void) {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const [made, setMade] = useState(1)
  const [name, setName] = useState(start.name)
  const [match, setMatch] = useState<RuleDraft['match']>('all')
  const [lines, setLines] = useState<readonly ConditionDraft[]>([{ ...start.first, key: '0' }])
  const [actions, setActions] = useState<Actions>({ markSeen: false, flag: false, folder: null })
  const [fault, setFault] = useState<RuleFault | null>(null)
  const [refusal, setRefusal] = useState<Failure['code'] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOffered = ({ field, value }: Condition) => !lines.some((line) => line.field === field && line.value === value)

  /** Answers the first field at fault, for the focus; null once it is kept, or where the refusal is of none. */
  async function keep(): Promise<RuleFault | null> {
    const conditions = lines.map(({ field, test, value }) => ({ field, test, value }))
    const rule: RuleDraft = { name, match, conditions, ...actions }
    const wrong = ruleFault(rule)
    setFault(wrong)
    setRefusal(null)
    if (wrong !== null || isBusy) return wrong
    setBusy(true)
    const outcome = await call(addRule, { rule })
    setBusy(false)
    if (outcome.ok) {
      dispatch(ruleAdded(outcome.value.id, name.trim()))
      onKept()
      return null
    }
    const refused = faults.includes(outcome.field ?? '') && outcome.code === 'badField' ? outcome.field : undefined
    const named = refused === 'name' || refused === 'conditions' || refused === 'actions' ? refused : null
    setFault(named)
    if (named === null) setRefusal(outcome.code)
    return named
  }

  return {
    name,
    match,
    lines,
    actions,
    fault,
    refusal,
    isBusy,
    offered: start.further.filter(isOffered),
    keep,
    setName,
    setMatch,
    setActions: (change: Partial<Actions>) => setActions({ ...actions, ...change }),
    setLine: (key: string, change: Partial<Condition>) =>
      setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line))),
    removeLine: (key: string) => setLines(lines.filter((line) => line.key !== key)),
    addLine: (condition: Condition) => {
      setLines([...lines, { ...condition, key: String(made) }])
      setMade(made + 1)
    },
  }
}
