/** The face of rules. */
export { BlockDomainDialog } from './BlockDomainDialog'
export { RuleDialog } from './RuleDialog'
