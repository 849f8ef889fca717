import icons from 'virtual:icons-in-use'
import { expect, it } from 'vitest'
import { importsOf, sourcesOf } from './sources'

it('the icons that the build collects are those that some module imports', () => {
  const imported = [...sourcesOf('src')].flatMap(([path, text]) =>
    importsOf(path, text).flatMap(
      (it) => /^@ant-design\/icons\/(?:es\/icons\/)?(\w*(?:Outlined|Filled|TwoTone))$/.exec(it)?.[1] ?? [],
    ),
  )
  expect(icons.map(({ name }) => name)).toEqual([...new Set(imported)].toSorted())
  expect(icons.map(({ icon }) => icon.name)).not.toContain(undefined)
  for (const { places } of icons) expect(places).not.toEqual([])
})

it('icons are imported one by one, so that they can be collected', () => {
  const whole = [...sourcesOf('src')].filter(([path, text]) => importsOf(path, text).includes('@ant-design/icons'))
  expect(whole.map(([path]) => path)).toEqual([])
})
