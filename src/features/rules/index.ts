/** The face of rules. */
export { BlockDomainDialog } from './components/BlockDomainDialog'
export { RuleDialog } from './components/RuleDialog'
