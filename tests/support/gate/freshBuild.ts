/** Global setup: tests that start the built gateway start what the sources say now. */
import { build } from '../../../server/bin/prepare.mjs'

export default async function freshBuild(): Promise<void> {
  await build((text) => console.log(text))
}
