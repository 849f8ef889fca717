import { readFileSync, readdirSync } from 'node:fs'
import { SourceMap } from 'node:module'
const pat = new RegExp(process.argv[2])
for (const f of readdirSync('dist/app/assets').filter((f) => pat.test(f) && f.endsWith('.js'))) {
  const code = readFileSync('dist/app/assets/' + f, 'utf8').split('\n')
  const map = new SourceMap(JSON.parse(readFileSync('dist/app/assets/' + f + '.map', 'utf8')))
  const by = {}
  code.forEach((l, i) => { for (let c = 0; c < l.length; c++) { const e = map.findEntry(i, c); by[e.originalSource] = (by[e.originalSource] ?? 0) + 1 } })
  console.log('==', f, code.join('\n').length)
  for (const [s, n] of Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, +(process.argv[3] ?? 40))) console.log(n, s)
}
