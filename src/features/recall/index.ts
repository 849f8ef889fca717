/** Recall of sent mail. */
export { RecallAction } from './RecallAction'
export { RecallBar } from './RecallBar'
export { RecallDialog } from './RecallDialog'
