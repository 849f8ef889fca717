/** A command that cannot be carried out as it was typed; its message is for the person at the terminal. */
export class Misuse extends Error {
  override readonly name = 'Misuse'
}
