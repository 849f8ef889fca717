/** `npm test`: what every change must pass, from nothing but Node; `npm run test:all` runs the rest. */
import { build, compilePackages, fetchPackages } from '../server/bin/prepare.mjs'
import { ensureBrowser } from './support/browser/browser.mjs'
import { makeGate } from './support/gate/gate.mjs'
import { gateJourneys } from './support/gate/journeyChoice.mjs'

const gate = makeGate('npm test')
const quiet = () => undefined
/** Screens that are asked in both languages are asked in Chinese; `npm run test:all` asks the other. */
const inChinese = '^(?!.*en-US)'

await gate.step('packages', () => fetchPackages(quiet))
if (!gate.isBroken())
  await Promise.all([
    gate.step('compiled packages', () => compilePackages(quiet)),
    gate.step('browser', ensureBrowser),
    gate.step('build', () => build(quiet)),
    gate.check('format and lint', 'biome', ['check', '.']),
    gate.types(),
  ])
if (!gate.isBroken()) {
  await gate.units(['node', 'dom', 'alone'], { titles: inChinese })
  // Either waits for much that is no work. What moves takes time: `npm run test:all` sees it move.
  await Promise.all([gate.journeys('journeys', gateJourneys, { EP_E2E_STILL: '1' }), gate.units(['processes'])])
  await gate.secondChance()
}
process.exitCode = gate.end()
