/** Senders whose pictures are wanted, as src/contract/endpoints/mail/imageSenders lists them. */
import * as entries from '#contract/endpoints/mail/imageSenders'
import { type Binding, on } from '../../http/binding'
import { makeAllowImages, makeForbidImages, makeImageSendersList } from './imageSenders'

export type ImageSenderDeps = Parameters<typeof makeAllowImages>[0]

export function imageSenderBindings(deps: ImageSenderDeps): readonly Binding[] {
  return [
    on(entries.imageSenders, makeImageSendersList(deps)),
    on(entries.allowImages, makeAllowImages(deps)),
    on(entries.forbidImages, makeForbidImages(deps)),
  ]
}
