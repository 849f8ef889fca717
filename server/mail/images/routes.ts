/** Senders whose pictures are wanted, as src/contract/endpoints/mail/imageSenders lists them. */
import * as entries from '#contract/endpoints/mail/imageSenders'
import { type Binding, on } from '../../http/binding'
import { makeAllowImages, makeForbidImages, makeImageSendersList } from './imageSenders'

export type ImageSenderParts = Parameters<typeof makeAllowImages>[0]

export function imageSenderBindings(parts: ImageSenderParts): readonly Binding[] {
  return [
    on(entries.imageSenders, makeImageSendersList(parts)),
    on(entries.allowImages, makeAllowImages(parts)),
    on(entries.forbidImages, makeForbidImages(parts)),
  ]
}
