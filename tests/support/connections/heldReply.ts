/** Something that is on its way until the test lets it come. */
export function heldLine() {
  let letGo = () => {}
  const over = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { over, letGo: () => letGo() }
}
