import { expect, it } from 'vitest'
import { folderRoute, pathTo, pathToFolder, pathToMail } from '#src/store/routes/pathTo'

it('fills in parameters and query', () => {
  expect(pathTo('receiveMail', {}, { id: 'a b', page: 2, filter: undefined })).toBe('/receive/mailshow?id=a+b&page=2')
  expect(pathTo('folder', { viewName: '客户/合同' })).toBe('/folder/%E5%AE%A2%E6%88%B7%2F%E5%90%88%E5%90%8C')
  expect(pathTo('mailFacadePay')).toBe('/mailFacadePay')
  expect(pathTo('vipProduction')).toBe('/vipProducttion')
})

it('knows each folder by its route', () => {
  expect(pathToFolder('deleted')).toBe('/delete')
  expect(pathToMail('junk', { id: '7' })).toBe('/rubbish/mailshow?id=7')
  expect(folderRoute('constructor')).toEqual({ id: 'folder', params: { viewName: 'constructor' } })
})
