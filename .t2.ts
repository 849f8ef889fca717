import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { jsBefore, beforeLogin, beforeInbox, type Manifest } from './tests/support/browser/bundle'
for (const root of ['/work/main','/work/wt/int']) {
const m = JSON.parse(readFileSync(root+'/dist/app/.vite/manifest.json','utf8')) as Manifest
const kib=(f:string)=>gzipSync(readFileSync(root+'/dist/app/'+f),{level:9}).length/1024
for (const l of ['zh-CN','en-US']) { const fs=jsBefore(m,beforeLogin(l)); console.log(root,l,fs.map(f=>f.replace(/assets\//,'')+' '+kib(f).toFixed(2)).join(' | ')) }
const a=new Set(jsBefore(m,beforeLogin('zh-CN'))); console.log(' inbox', jsBefore(m,beforeInbox('zh-CN')).filter(f=>!a.has(f)).map(f=>f.replace(/assets\//,'')+' '+kib(f).toFixed(2)).join(' | '))
}
