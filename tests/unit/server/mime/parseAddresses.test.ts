import { describe, expect, it } from 'vitest'
import { parseAddress } from '#server/mime'

describe('an address typed in full width', () => {
  it.each([
    ['ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｎ', '', 'lin@example.cn'],
    ['lin＠example。cn', '', 'lin@example.cn'],
    ['王丽 <ｗａｎｇ＠ｅｐ．ｔｅｓｔ>', '王丽', 'wang@ep.test'],
    ['ＡＢＣ公司＜ｉｎｆｏ＠ａｂｃ．ｃｎ＞', 'ＡＢＣ公司', 'info@abc.cn'],
    ['"ＡＢＣ，北京" <info＠abc.cn>', 'ＡＢＣ，北京', 'info@abc.cn'],
  ])('%s is ASCII, and its name keeps its own', (typed, name, address) => {
    expect(parseAddress(typed)).toEqual({ name, address })
  })

  it.each(['ａ＠ｅｐ．ｔｅｓｔ，ｂ＠ｅｐ．ｔｅｓｔ', 'ａ＠ｅｐ．ｔｅｓｔ；', 'ＡＢＣ公司', '＜ａ＠ｅｐ．ｔｅｓｔ'])(
    'S11: %s is not one mailbox',
    (typed) => {
      expect(parseAddress(typed)).toBeNull()
    },
  )
})
