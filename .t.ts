import { bundleSizes, antdSizes } from './tests/support/browser/bundle'
for (const s of [...bundleSizes('dist/app'), ...antdSizes('dist/app')]) console.log(s.name, s.kib)
