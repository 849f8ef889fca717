/** Database and message files do not belong together: nothing was changed, and the message tells the operator what to type. */
export class StoreMismatch extends Error {
  override readonly name = 'StoreMismatch'
}
